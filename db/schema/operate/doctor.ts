import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The finding of each check when the service last ran them all. */
export const doctorFindings = sqliteTable('doctor_findings', {
  /** The name of the check. */
  name: text().primaryKey(),
  ok: integer({ mode: 'boolean' }).notNull(),
  problem: text(),
  fix: text(),
  note: text(),
  /** Whether the note tells of something that nobody can bring back. */
  lost: integer({ mode: 'boolean' }).notNull().default(false),
  /** Its place in the report. */
  place: integer().notNull(),
  since: integer().notNull(),
  /** When the owner was told of its problem; null once they were told that it is well. */
  toldAt: integer('told_at'),
})
