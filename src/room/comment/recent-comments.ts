import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { comments } from '../../../db/schema/room/comment.ts'
import type { Comment } from '../../casset/comment/shape.ts'
import { toComment } from '../../casset/comment/to-comment.ts'
import type { Ctx } from '../../context.ts'
import { type RoomEvent, recentComments } from '../../platform/hub/event.ts'

export const authorColumns = {
  handle: artists.handle,
  displayName: artists.displayName,
  pfpAssetId: artists.pfpAssetId,
  writesIn: artists.writesIn,
}

const newestComments = prepared((db) =>
  db
    .select({ comment: comments, author: authorColumns })
    .from(comments)
    .innerJoin(artists, eq(artists.userId, comments.authorId))
    .where(and(eq(comments.cassetId, sql.placeholder('cassetId')), isNull(comments.removedAt)))
    .orderBy(desc(comments.eventId))
    .limit(recentComments),
)

type CommentRow = ReturnType<ReturnType<typeof newestComments>['all']>[number]

/** Returns the event of a comment: the same whether it is new or replayed. */
export const commentEvent = (ctx: Ctx, { comment, author }: CommentRow): RoomEvent => ({
  id: comment.eventId,
  type: 'comment',
  json: JSON.stringify(toComment(ctx, comment, author)),
  commentId: comment.id,
})

const recentRows = ({ db }: Ctx, cassetId: string): CommentRow[] => newestComments(db).all({ cassetId }).toReversed()

/** Returns the last comments of a casset's room, oldest first. */
export const readRecent = (ctx: Ctx, cassetId: string): Comment[] =>
  recentRows(ctx, cassetId).map(({ comment, author }) => toComment(ctx, comment, author))

export const recentEvents = (ctx: Ctx, cassetId: string): RoomEvent[] =>
  recentRows(ctx, cassetId).map((row) => commentEvent(ctx, row))
