import { type Static, Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { comments } from '../../../db/schema/room/comment.ts'
import { artistOf } from '../../account/artist.ts'
import { worldById } from '../../casset/access/visible-casset.ts'
import type { Taken, TakenThing } from '../../casset/taken-thing.ts'
import type { Ctx } from '../../context.ts'
import { cutText } from '../../lib/text/code-points.ts'
import { nextEventId } from '../event-id.ts'
import { forgetEventsOf, publishToRoom, storeEvent } from '../store-event.ts'
import { commentEvent } from './recent-comments.ts'
import { hideComment } from './remove-comment.ts'

/** The state that giving a comment back needs. */
export const SavedComment = t.Object({ text: t.String(), emojiIds: t.Array(t.String()) })

const titleLength = 80

const byId = ({ db }: Ctx, id: string) => db.select().from(comments).where(eq(comments.id, id)).get()

/** Undefined when there is none, and when it was removed. */
export function findComment(ctx: Ctx, id: string): TakenThing | undefined {
  const row = byId(ctx, id)
  const world = row && worldById(ctx, row.cassetId)
  if (!row || !world || row.removedAt !== null) return undefined
  const { authorId: userId, text } = row
  const title = cutText(text, titleLength)
  return { userId, userIds: [userId], title, path: `/@${world.artist.handle}/sideb`, takenDown: null }
}

/**
 * Removes a comment from its room; its text is kept by the decision alone. Called in a transaction;
 * throws when there is no such comment.
 */
export function takeDownComment(ctx: Ctx, id: string): Taken<typeof SavedComment> {
  const row = byId(ctx, id)
  const world = row && worldById(ctx, row.cassetId)
  if (!row || !world) throw new Error('A comment was not found when it was taken down.')
  const { text, emojiIds, cassetId } = row
  const event = hideComment(ctx, world, row)
  return {
    saved: { text, emojiIds: [...emojiIds] },
    ...(event ? { afterCommit: () => publishToRoom(ctx, cassetId, event) } : {}),
  }
}

/**
 * Puts a comment back into its room, as the newest one with the time it had. Returns the function
 * that tells the room after the commit. Called in a transaction.
 */
export function giveBackComment(
  ctx: Ctx,
  id: string,
  { text, emojiIds }: Static<typeof SavedComment>,
): (() => void) | undefined {
  const row = byId(ctx, id)
  if (!row || row.removedAt === null) return undefined
  const { cassetId, authorId } = row
  forgetEventsOf(ctx, id)
  const back = { text, emojiIds, removedAt: null, eventId: nextEventId(ctx, cassetId) }
  const comment = ctx.db.update(comments).set(back).where(eq(comments.id, id)).returning().get()
  const event = commentEvent(ctx, { comment, author: artistOf(ctx, authorId) })
  storeEvent(ctx, event)
  return () => publishToRoom(ctx, cassetId, event)
}
