import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { comments } from '../../../db/schema/room/comment.ts'
import { artistOf } from '../../account/artist.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { readEvent } from '../../account/notification/mark-read.ts'
import { notify } from '../../account/notification/notify.ts'
import { memberStatusOf } from '../../casset/access/member-status.ts'
import type { World } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { hourAt, hourMs } from '../../lib/time/calendar.ts'

const { placeholder } = sql

const firstComment = prepared((db) => {
  const { authorId, cassetId, removedAt, createdAt } = comments
  const whereTheirs = and(eq(authorId, placeholder('authorId')), eq(cassetId, placeholder('cassetId')))
  const whereThen = and(gte(createdAt, placeholder('from')), lt(createdAt, placeholder('until')))
  return db
    .select({ text: comments.text })
    .from(comments)
    .where(and(whereTheirs, isNull(removedAt), whereThen))
    .orderBy(asc(createdAt))
    .limit(1)
})

type Hour = { cassetId: string; authorId: string; hour: number }

/** Returns somebody's first comment in an hour that is still shown (rule: comment-notices). */
function shownText(ctx: Ctx, { cassetId, authorId, hour }: Hour): string | undefined {
  const status = memberStatusOf(ctx, cassetId, authorId)
  if (status?.muted || status?.banned) return undefined
  return firstComment(ctx.db).get({ cassetId, authorId, from: hour * hourMs, until: (hour + 1) * hourMs })?.text
}

/** A listener's comments in an hour. Their text is read when shown, and never kept here. */
export const commentNotification = defineNotification('comment', {
  switch: 'comments',
  details: t.Object({ slug: t.String(), cassetId: t.String(), authorId: t.String(), hour: t.Integer() }),
  message: ({ slug, ...hour }, who, ctx) => ({
    title: say('{who} wrote on your casset', { who }),
    text: shownText(ctx, hour) ?? say('It is not shown any more.'),
    path: pagePath(slug),
  }),
})

type Room = Pick<World, 'casset' | 'artist'>
type Writing = { authorId: string; createdAt: number }

const keyOf = ({ casset }: Room, actorId: string, at: number) => `${casset.id}:${actorId}:${hourAt(at)}`

/** Tells an artist of each listener's first comment in an hour. Called in its transaction. */
export function notifyArtist(ctx: Ctx, room: Room, actorId: string, { authorId, createdAt }: Writing): void {
  const { casset, artist } = room
  const details = { slug: artist.handle, cassetId: casset.id, authorId, hour: hourAt(createdAt) }
  notify(ctx, commentNotification, { artistId: artist.id, actorId, key: keyOf(room, actorId, createdAt), details })
}

/** Marks a notification read once all its comments are gone: it is not counted or pushed. */
export function settleHidden(ctx: Ctx, room: Room, { authorId, createdAt }: Writing): void {
  if (shownText(ctx, { cassetId: room.casset.id, authorId, hour: hourAt(createdAt) }) !== undefined) return
  const key = keyOf(room, artistOf(ctx, authorId).id, createdAt)
  readEvent(ctx, commentNotification, { userId: room.artist.userId, key })
}
