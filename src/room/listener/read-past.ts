import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { partsBy, prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { comments } from '../../../db/schema/room/comment.ts'
import { roomEvents, rooms } from '../../../db/schema/room/room.ts'
import type { Ctx } from '../../context.ts'
import { keptEvents, type RoomEvent, type RoomPast, removal } from '../../platform/hub/event.ts'
import { authorColumns, commentEvent, recentEvents } from '../comment/recent-comments.ts'
import { idsOfRoom } from '../event-id.ts'

const roomOfCasset = partsBy(rooms, ['number'], 'cassetId')

const lastEvents = prepared((db) =>
  db
    .select({ event: roomEvents, comment: comments, author: authorColumns })
    .from(roomEvents)
    .leftJoin(comments, eq(comments.id, roomEvents.commentId))
    .leftJoin(artists, eq(artists.userId, comments.authorId))
    .where(and(gt(roomEvents.id, sql.placeholder('first')), lte(roomEvents.id, sql.placeholder('last'))))
    .orderBy(desc(roomEvents.id))
    .limit(keptEvents),
)

type EventRow = ReturnType<ReturnType<typeof lastEvents>['all']>[number]

/** Returns an event as it is replayed; removed comments become a `remove` event. */
function replayed(ctx: Ctx, { event, comment, author }: EventRow): RoomEvent {
  const { id, type, json, commentId } = event
  if (type !== 'comment') return { id, type, json: json ?? '{}', commentId }
  if (!comment || !author || comment.removedAt !== null) return removal(id, commentId ?? '')
  return commentEvent(ctx, { comment, author })
}

export function readPast(ctx: Ctx, cassetId: string): RoomPast {
  const room = roomOfCasset(ctx.db).get({ cassetId })
  if (!room) return { events: [], recent: [] }
  const first = room.number * idsOfRoom
  const events = lastEvents(ctx.db).all({ first, last: first + idsOfRoom - 1 })
  return {
    events: events.toReversed().map((row) => replayed(ctx, row)),
    recent: recentEvents(ctx, cassetId),
  }
}
