import { Type as t } from '@sinclair/typebox'
import type { World } from '../access/visible-casset.ts'
import type { Ctx } from '../context.ts'
import { defineNotification } from '../notification/define-notification.ts'
import { notify } from '../notification/notify.ts'

const hourMs = 3_600_000
const Room = { slug: t.String(), name: t.String() }
const pageOf = ({ slug }: { slug: string }) => `/@${slug}`

/** A comment on one's casset. */
export const commentNotification = defineNotification('comment', {
  switch: 'comments',
  details: t.Object({ slug: t.String(), text: t.String() }),
  words: ({ slug, text }, who) => ({ title: `${who} wrote on your casset`, text, path: pageOf({ slug }) }),
})

/** A reply to a comment of one's own. What it says is not kept here, so a removed one leaves no words. */
export const replyNotification = defineNotification('comment-reply', {
  switch: 'comments',
  details: t.Object(Room),
  words: ({ slug, name }, who) => ({
    title: `${who} replied to you`,
    text: `It is in the room of ${name}.`,
    path: pageOf({ slug }),
  }),
})

/** What was decided about oneself in somebody's room. */
export const standingNotification = defineNotification('room-standing', {
  details: t.Object({
    ...Room,
    state: t.Union([t.Literal('muted'), t.Literal('banned'), t.Literal('moderator'), t.Literal('free')]),
    until: t.Union([t.String(), t.Null()]),
    reason: t.Union([t.String(), t.Null()]),
  }),
  words: ({ slug, name, state, until, reason }) => ({
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

/** A comment of one's own that a moderator removed. */
export const removalNotification = defineNotification('comment-removed', {
  details: t.Object(Room),
  words: ({ slug, name }) => ({
    title: 'A comment of yours was removed',
    text: `It was in the room of ${name}.`,
    path: pageOf({ slug }),
  }),
})

type Titled = Pick<World, 'casset' | 'artist'>

/** Returns what a notification keeps of a room. */
export const roomDetails = ({ casset, artist }: Titled) => ({ slug: artist.handle, name: casset.name })

/** Tells an artist of a comment on their casset: the first of each listener in an hour. Called in its transaction. */
export function tellArtist(ctx: Ctx, { casset, artist }: Titled, actorId: string, text: string): void {
  const key = `${casset.id}:${actorId}:${Math.floor(ctx.now() / hourMs)}`
  notify(ctx, commentNotification, { artistId: artist.id, actorId, key, details: { slug: artist.handle, text } })
}
