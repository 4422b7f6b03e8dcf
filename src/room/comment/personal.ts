import { and, eq, isNull } from 'drizzle-orm'
import { comments } from '../../../db/schema/room/comment.ts'
import { worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { createPace } from '../../lib/turn/pace.ts'
import type { Gone, Personal } from '../../platform/personal.ts'
import { eraseComment } from './remove-comment.ts'

export const commentPersonal: Personal = {
  sections: [
    {
      name: 'comments',
      start: [''],
      sql: `SELECT m.id, a.handle AS artist, c.name AS casset, m.hook_id, m.at_sec, m.text, m.created_at, m.id AS k0
        FROM comments m JOIN cassets c ON c.id = m.casset_id JOIN artists a ON a.id = c.artist_id
        WHERE m.author_id = $userId AND m.removed_at IS NULL AND m.id > $k0 ORDER BY m.id LIMIT $limit`,
    },
  ],
  erases: ['comments'],
  erase: eraseComments,
}

const atOnce = 25

/** Erases somebody's comments in rooms, and informs the listeners. */
async function eraseComments(ctx: Ctx, { userId }: Gone): Promise<void> {
  const whereKept = and(eq(comments.authorId, userId), isNull(comments.removedAt))
  const pace = createPace(ctx.monotonicMs)
  for (;;) {
    const some = ctx.db.select().from(comments).where(whereKept).limit(atOnce).all()
    if (some.length === 0) return
    for (const comment of some) {
      const world = worldById(ctx, comment.cassetId)
      if (world) eraseComment(ctx, world, comment, { userId })
      await pace()
    }
  }
}
