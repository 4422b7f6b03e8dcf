import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { partsBy, prepared } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account/account.ts'
import { comments, roomEvents, rooms } from '../../db/schema/room/room.ts'
import type { Comment } from '../casset/comment/shape.ts'
import { toComment } from '../casset/comment/to-comment.ts'
import type { Ctx } from '../context.ts'
import { keptEvents, type RoomEvent, type RoomPast, recentComments, removal } from '../platform/hub/event.ts'
import { idsOfRoom } from './event-id.ts'

const author = {
  handle: artists.handle,
  displayName: artists.displayName,
  pfpAssetId: artists.pfpAssetId,
  writesIn: artists.writesIn,
}

const roomOfCasset = partsBy(rooms, ['number'], 'cassetId')

const lastEvents = prepared((db) =>
  db
    .select({ event: roomEvents, comment: comments, author })
    .from(roomEvents)
    .leftJoin(comments, eq(comments.id, roomEvents.commentId))
    .leftJoin(artists, eq(artists.userId, comments.authorId))
    .where(and(gt(roomEvents.id, sql.placeholder('first')), lte(roomEvents.id, sql.placeholder('last'))))
    .orderBy(desc(roomEvents.id))
    .limit(keptEvents),
)

const newestComments = prepared((db) =>
  db
    .select({ comment: comments, author })
    .from(comments)
    .innerJoin(artists, eq(artists.userId, comments.authorId))
    .where(and(eq(comments.cassetId, sql.placeholder('cassetId')), isNull(comments.removedAt)))
    .orderBy(desc(comments.eventId))
    .limit(recentComments),
)

type EventRow = ReturnType<ReturnType<typeof lastEvents>['all']>[number]
type CommentRow = ReturnType<ReturnType<typeof newestComments>['all']>[number]

/** Returns the event of a comment: the same whether it is new or replayed. */
export const commentEvent = (ctx: Ctx, { comment, author }: CommentRow): RoomEvent => ({
  id: comment.eventId,
  type: 'comment',
  json: JSON.stringify(toComment(ctx, comment, author)),
  commentId: comment.id,
})

/** Returns an event as it is replayed; removed comments become a `remove` event. */
function replayed(ctx: Ctx, { event, comment, author }: EventRow): RoomEvent {
  const { id, type, json, commentId } = event
  if (type !== 'comment') return { id, type, json: json ?? '{}', commentId }
  if (!comment || !author || comment.removedAt !== null) return removal(id, commentId ?? '')
  return commentEvent(ctx, { comment, author })
}

/** Returns the last comments of a casset's room, oldest first. */
export const readRecent = (ctx: Ctx, cassetId: string): Comment[] =>
  newestComments(ctx.db)
    .all({ cassetId })
    .toReversed()
    .map(({ comment, author }) => toComment(ctx, comment, author))

export function readPast(ctx: Ctx, cassetId: string): RoomPast {
  const room = roomOfCasset(ctx.db).get({ cassetId })
  if (!room) return { events: [], recent: [] }
  const first = room.number * idsOfRoom
  const events = lastEvents(ctx.db).all({ first, last: first + idsOfRoom - 1 })
  const recent = newestComments(ctx.db).all({ cassetId })
  return {
    events: events.toReversed().map((row) => replayed(ctx, row)),
    recent: recent.toReversed().map((row) => commentEvent(ctx, row)),
  }
}
