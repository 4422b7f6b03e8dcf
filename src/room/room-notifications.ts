import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../account/notification/define-notification.ts'
import type { World } from '../casset/access/visible-casset.ts'
import { say } from '../lib/language/say.ts'
import { pagePath } from '../lib/text/slug.ts'
import { spokenHour } from '../lib/time/spoken-hour.ts'

const Room = { slug: t.String(), name: t.String() }
const pageOf = ({ slug }: { slug: string }) => pagePath(slug)

/** A reply to the reader's comment. Its text is not kept here, so a removed one leaves no words. */
export const replyNotification = defineNotification('comment-reply', {
  switch: 'comments',
  details: t.Object(Room),
  message: ({ slug, name }, who) => ({
    title: say('{who} replied to you', { who }),
    text: say('It is in the room of {name}.', { name }),
    path: pageOf({ slug }),
  }),
})

export const memberStatusNotification = defineNotification('room-standing', {
  details: t.Object({
    ...Room,
    state: t.Union([t.Literal('muted'), t.Literal('banned'), t.Literal('moderator'), t.Literal('free')]),
    until: t.Union([t.String(), t.Null()]),
    reason: t.Union([t.String(), t.Null()]),
  }),
  message: ({ slug, name, state, until, reason }, _, { now }) => ({
    title: titles[state](name),
    text: [
      until === null ? [] : [say('Until {until} UTC.', { until: spokenHour(Date.parse(until), 'UTC', now()) })],
      reason ?? [],
    ]
      .flat()
      .join(' '),
    path: pageOf({ slug }),
  }),
})

const titles = {
  muted: (name: string) => say('You cannot write in the room of {name} for now', { name }),
  banned: (name: string) => say('You cannot enter the room of {name} for now', { name }),
  moderator: (name: string) => say('You moderate the room of {name}', { name }),
  free: (name: string) => say('You are free to write in the room of {name} again', { name }),
}

export const reportNotification = defineNotification('comment-report', {
  digest: 'news',
  details: t.Object(Room),
  message: ({ name }) => ({
    title: say('A comment in the room of {name} is reported', { name }),
    text: say('It waits for a decision in the studio.'),
    path: '/studio/room',
  }),
})

export const removalNotification = defineNotification('comment-removed', {
  details: t.Object(Room),
  message: ({ slug, name }) => ({
    title: say('A comment of yours was removed'),
    text: say('It was in the room of {name}.', { name }),
    path: pageOf({ slug }),
  }),
})

type Titled = Pick<World, 'casset' | 'artist'>

export const roomDetails = ({ casset, artist }: Titled) => ({ slug: artist.handle, name: casset.name })
