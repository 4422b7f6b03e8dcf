import { and, eq, isNull } from 'drizzle-orm'
import { eraseSome } from '../../db/erase-some.ts'
import { commentReports, comments, roomMembers } from '../../db/schema/room/room.ts'
import { worldById } from '../casset/access/visible-casset.ts'
import type { Ctx } from '../context.ts'
import { createPace } from '../lib/turn/pace.ts'
import type { Gone, Personal } from '../platform/personal.ts'
import { eraseFromRooms } from './named-in-rooms.ts'
import { eraseComment } from './remove-comment.ts'

export const roomPersonal: Personal = {
  sections: [
    {
      name: 'comments',
      start: [''],
      sql: `SELECT m.id, a.handle AS artist, c.name AS casset, m.hook_id, m.at_sec, m.text, m.created_at, m.id AS k0
        FROM comments m JOIN cassets c ON c.id = m.casset_id JOIN artists a ON a.id = c.artist_id
        WHERE m.author_id = $userId AND m.removed_at IS NULL AND m.id > $k0 ORDER BY m.id LIMIT $limit`,
    },
    {
      name: 'reported-comments',
      start: [-1],
      sql: `SELECT comment_id, reason, created_at, rowid AS k0 FROM comment_reports
        WHERE reporter_id = $userId AND rowid > $k0 ORDER BY rowid LIMIT $limit`,
    },
    {
      name: 'room-standings',
      start: [''],
      sql: `SELECT a.handle AS artist, c.name AS casset, m.muted AS is_muted, m.banned AS is_banned,
          m.moderator AS is_moderator, m.until AS ends_at, m.reason, m.changed_at, m.casset_id AS k0
        FROM room_members m JOIN cassets c ON c.id = m.casset_id JOIN artists a ON a.id = c.artist_id
        WHERE m.user_id = $userId AND m.casset_id > $k0 ORDER BY m.casset_id LIMIT $limit`,
    },
  ],
  erases: ['comment_reports', 'comments', 'room_members'],
  async erase(ctx, gone) {
    await eraseComments(ctx, gone)
    await eraseFromRooms(ctx, gone.handle)
  },
  traces: [
    eraseSome(commentReports.id, commentReports.reporterId, 'userId'),
    eraseSome(roomMembers.cassetId, roomMembers.userId, 'userId'),
  ],
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
