import { eraseSome } from '../../../db/erase-some.ts'
import { commentReports, roomMembers } from '../../../db/schema/room/moderation.ts'
import type { Personal } from '../../platform/personal.ts'

export const roomModerationPersonal: Personal = {
  sections: [
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
  erases: ['comment_reports', 'room_members'],
  traces: [
    eraseSome(commentReports.id, commentReports.reporterId, 'userId'),
    eraseSome(roomMembers.cassetId, roomMembers.userId, 'userId'),
  ],
}
