import { Type as t } from '@sinclair/typebox'
import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { comments } from '../../../db/schema/room/comment.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { memberStatusOf } from '../../casset/access/member-status.ts'
import { isVisible, type World } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { mentionedHandles } from '../../lib/text/mentioned-handles.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { RoomDetails, roomDetails } from '../room-details.ts'

/** A reply to the reader's comment. Its text is not kept here, so a removed one leaves no words. */
export const replyNotification = defineNotification('comment-reply', {
  switch: 'comments',
  details: t.Object(RoomDetails),
  message: ({ slug, name }, who) => ({
    title: say('{who} replied to you', { who }),
    text: say('It is in the room of {name}.', { name }),
    path: pagePath(slug),
  }),
})

const mostReplied = 5

const { placeholder } = sql

const writer = prepared((db) => {
  const isTheirs = and(
    eq(comments.authorId, artists.userId),
    eq(comments.cassetId, placeholder('cassetId')),
    isNull(comments.removedAt),
  )
  return db
    .select({ artistId: artists.id, userId: artists.userId })
    .from(artists)
    .where(and(eq(artists.handle, placeholder('handle')), exists(db.select().from(comments).where(isTheirs))))
})

/**
 * Notifies the people to whom a comment replies: those named with an @ who have written in this
 * room, may still listen to it, and are not banned (rule: replies). Returns the artists among them.
 * Called in the transaction of the comment.
 */
export function notifyOfReply(
  ctx: Ctx,
  world: World,
  { id, text }: { id: string; text: string },
  actorId: string,
): Set<string> {
  const cassetId = world.casset.id
  const replied = mentionedHandles(text, mostReplied).flatMap(
    (handle) => writer(ctx.db).get({ handle, cassetId }) ?? [],
  )
  const told = replied.filter(
    (person) => isVisible(ctx, world, person) && memberStatusOf(ctx, cassetId, person.userId)?.banned !== true,
  )
  for (const { artistId } of told) {
    notify(ctx, replyNotification, { artistId, actorId, key: id, details: roomDetails(world) })
  }
  return new Set(told.map(({ artistId }) => artistId))
}
