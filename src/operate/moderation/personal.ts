import { eq, inArray, sql } from 'drizzle-orm'
import { eraseSome } from '../../../db/erase-some.ts'
import { prepared } from '../../../db/prepared.ts'
import { contentDecisions, contentReports } from '../../../db/schema/operate/moderation.ts'
import type { Personal } from '../../platform/personal.ts'

/**
 * Somebody's reports, and the decisions about their things. Once their account is deleted, ground
 * and times of decisions stay, for the count that the law asks for, without what they were about.
 */
export const moderationPersonal: Personal = {
  sections: [
    {
      name: 'content-decisions',
      start: [''],
      sql: `SELECT id, kind, title, path, ground, basis, facts, found_by, decided_at, lifted_at, objection, objected_at,
          answer, answered_at, id AS k0
        FROM content_decisions WHERE user_id = $userId AND id > $k0 ORDER BY id LIMIT $limit`,
    },
    {
      name: 'content-reports',
      start: [''],
      sql: `SELECT id, kind, title, path, reason, text, created_at, outcome, answer, decided_at, id AS k0
        FROM content_reports WHERE reporter_id = $userId AND id > $k0 ORDER BY id LIMIT $limit`,
    },
  ],
  erases: ['content_decisions', 'content_reports'],
  ofAddress: {
    lists: {
      'content-reports': `SELECT id, kind, title, path, reason, text, created_at FROM content_reports WHERE email = $email`,
    },
    forget({ db }, email) {
      db.update(contentReports).set({ email: null }).where(eq(contentReports.email, email)).run()
    },
  },
  traces: [
    eraseSome(contentReports.id, contentReports.reporterId, 'userId'),
    prepared((db) => {
      const { id, makerId } = contentReports
      const some = db
        .select({ id })
        .from(contentReports)
        .where(eq(makerId, sql.placeholder('userId')))
        .limit(sql.placeholder('limit'))
      return db.update(contentReports).set({ makerId: null }).where(inArray(id, some)).returning({ id })
    }),
    prepared((db) => {
      const { id, userId } = contentDecisions
      const some = db
        .select({ id })
        .from(contentDecisions)
        .where(eq(userId, sql.placeholder('userId')))
        .limit(sql.placeholder('limit'))
      const blank = { userId: null, title: '', path: null, facts: '', saved: null, objection: null, answer: null }
      return db.update(contentDecisions).set(blank).where(inArray(id, some)).returning({ id })
    }),
  ],
}
