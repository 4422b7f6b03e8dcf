import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../account/notification/define-notification.ts'
import type { World } from '../casset/access/visible-casset.ts'
import { pagePath } from '../lib/slug.ts'

const Room = { slug: t.String(), name: t.String() }
const pageOf = ({ slug }: { slug: string }) => pagePath(slug)

/** A reply to the reader's comment. Its text is not kept here, so a removed one leaves no words. */
export const replyNotification = defineNotification('comment-reply', {
  switch: 'comments',
  details: t.Object(Room),
  message: ({ slug, name }, who) => ({
    title: `${who} replied to you`,
    text: `It is in the room of ${name}.`,
    path: pageOf({ slug }),
  }),
})

/** A decision about the reader in somebody's room. */
export const memberStatusNotification = defineNotification('room-standing', {
  details: t.Object({
    ...Room,
    state: t.Union([t.Literal('muted'), t.Literal('banned'), t.Literal('moderator'), t.Literal('free')]),
    until: t.Union([t.String(), t.Null()]),
    reason: t.Union([t.String(), t.Null()]),
  }),
  message: ({ slug, name, state, until, reason }) => ({
    title: titles[state](name),
    text: [until === null ? [] : [`Until ${until.slice(0, 16).replace('T', ' ')} UTC.`], reason ?? []].flat().join(' '),
    path: pageOf({ slug }),
  }),
})

const titles = {
  muted: (name: string) => `You cannot write in the room of ${name} for now`,
  banned: (name: string) => `You cannot enter the room of ${name} for now`,
  moderator: (name: string) => `You look after the room of ${name}`,
  free: (name: string) => `You are free to write in the room of ${name} again`,
}

/** Reported comments in a room that the reader moderates: the first of an hour. */
export const reportNotification = defineNotification('comment-report', {
  digest: 'news',
  details: t.Object(Room),
  message: ({ name }) => ({
    title: `A comment in the room of ${name} is reported`,
    text: 'It waits for a decision in the studio.',
    path: '/studio/room',
  }),
})

/** A comment of the reader's that a moderator removed. */
export const removalNotification = defineNotification('comment-removed', {
  details: t.Object(Room),
  message: ({ slug, name }) => ({
    title: 'A comment of yours was removed',
    text: `It was in the room of ${name}.`,
    path: pageOf({ slug }),
  }),
})

type Titled = Pick<World, 'casset' | 'artist'>

/** Returns the stored details of a notification about a room. */
export const roomDetails = ({ casset, artist }: Titled) => ({ slug: artist.handle, name: casset.name })
