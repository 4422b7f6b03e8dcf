import { and, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { comments } from '../../../db/schema/room/comment.ts'
import { artistOf } from '../../account/artist.ts'
import { notify } from '../../account/notification/notify.ts'
import { visibleCasset, type World, worldBySlug } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type RoomEvent, removal } from '../../platform/hub/event.ts'
import { nextEventId } from '../event-id.ts'
import { canModerate } from '../moderated-casset.ts'
import { roomDetails } from '../room-details.ts'
import { publishToRoom, storeEvent } from '../store-event.ts'
import { settleHidden } from './comment-notification.ts'
import { removalNotification } from './removal-notification.ts'

type Room = Pick<World, 'casset' | 'artist'>
type CommentRow = typeof comments.$inferSelect

/** Throws NOT_FOUND, also for a comment that was removed. */
export function visibleComment(ctx: Ctx, slug: string, id: string, viewer: Viewer) {
  const found = findComment(ctx, visibleCasset(ctx, slug, viewer), id)
  if (!found) throw notFound('comment')
  return found
}

function findComment(ctx: Ctx, world: World, id: string) {
  const whereHere = and(eq(comments.id, id), eq(comments.cassetId, world.casset.id), isNull(comments.removedAt))
  const comment = isUuidV7(id) ? ctx.db.select().from(comments).where(whereHere).get() : undefined
  return comment && { world, comment }
}

/**
 * Removes a comment of the caller, also where they see its casset no longer (rule: endings), or in
 * a room they moderate. Throws NOT_FOUND, FORBIDDEN.
 */
export function removeComment(ctx: Ctx, slug: string, id: string, viewer: Viewer): void {
  const { world, comment } = ownComment(ctx, slug, id, viewer) ?? visibleComment(ctx, slug, id, viewer)
  if (comment.authorId !== viewer.userId && !canModerate(ctx, world, viewer)) {
    throw new AppError('FORBIDDEN', say('Only its writer, the artist and their moderators can remove a comment.'))
  }
  eraseComment(ctx, world, comment, viewer)
}

function ownComment(ctx: Ctx, slug: string, id: string, { userId }: Viewer) {
  const world = worldBySlug(ctx, slug)
  const found = world && findComment(ctx, world, id)
  return found?.comment.authorId === userId ? found : undefined
}

/** Erases a comment's text, and tells the room and its writer, once (rule: replay). */
export function eraseComment(ctx: Ctx, room: Room, comment: CommentRow, eraser: Pick<Viewer, 'userId'>): void {
  const { id, authorId } = comment
  const event = inTransaction(ctx.db, () => {
    const event = hideComment(ctx, room, comment)
    if (event && eraser.userId !== authorId) {
      const writer = artistOf(ctx, authorId)
      notify(ctx, removalNotification, { artistId: writer.id, key: id, details: roomDetails(room) })
    }
    return event
  })
  if (event) publishToRoom(ctx, room.casset.id, event)
}

/**
 * Erases the text of a comment. Returns the event for its room, to be sent after the commit;
 * undefined when it was removed before. Called in a transaction.
 */
export function hideComment(ctx: Ctx, room: Room, comment: CommentRow): RoomEvent | undefined {
  const erased = ctx.db
    .update(comments)
    .set({ text: '', emojiIds: [], removedAt: ctx.now() })
    .where(and(eq(comments.id, comment.id), isNull(comments.removedAt)))
    .returning({ id: comments.id })
    .get()
  if (!erased) return undefined
  const event = removal(nextEventId(ctx, room.casset.id), comment.id)
  storeEvent(ctx, event)
  settleHidden(ctx, room, comment)
  return event
}
