import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { comments } from '../../../db/schema/room/comment.ts'
import { toComment } from '../../casset/comment/to-comment.ts'
import { visibleHook } from '../../casset/hook/visible-hook.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { HookComments } from './model.ts'
import { authorColumns } from './recent-comments.ts'

const { placeholder } = sql

const newest = prepared((db) =>
  db
    .select({
      comment: comments,
      author: authorColumns,
    })
    .from(comments)
    .innerJoin(artists, eq(artists.userId, comments.authorId))
    .where(
      and(
        eq(comments.hookId, placeholder('hookId')),
        isNull(comments.removedAt),
        lt(comments.id, placeholder('before')),
      ),
    )
    .orderBy(desc(comments.id))
    .limit(placeholder('most')),
)

// Sorts after every id.
const afterAll = '~'

/** Newest first. Throws NOT_FOUND when the hook is absent or hidden from the viewer. */
export function listHookComments(
  ctx: Ctx,
  hookId: string,
  viewer: Viewer | null,
  limit: number,
  cursor = afterAll,
): HookComments {
  visibleHook(ctx, hookId, viewer)
  const rows = newest(ctx.db).all({ hookId, before: cursor, most: limit + 1 })
  const { page, nextCursor } = cutPage(rows, limit, ({ comment }) => comment.id)
  const told = page.map((row) => {
    const { id, author, text, atSec, createdAt } = toComment(ctx, row.comment, row.author)
    return { id, author, text, atSec, createdAt }
  })
  return { comments: told, nextCursor }
}
