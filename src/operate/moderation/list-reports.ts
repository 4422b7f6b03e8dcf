import { and, asc, count, eq, gt, isNull, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { artists } from '../../../db/schema/account/account.ts'
import { contentReports } from '../../../db/schema/operate/moderation.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Reports } from './report-model.ts'

const earlier = alias(contentReports, 'earlier')
const others = alias(contentReports, 'others')

/** Returns the things that are reported, each with its oldest open report, the oldest first. */
export function listReports({ db }: Ctx, limit: number, cursor?: string): Reports {
  const { id, kind, thingId, decidedAt } = contentReports
  const isEarlier = and(
    eq(earlier.kind, kind),
    eq(earlier.thingId, thingId),
    isNull(earlier.decidedAt),
    lt(earlier.id, id),
  )
  const isOther = and(eq(others.kind, kind), eq(others.thingId, thingId), isNull(others.decidedAt))
  const rows = db
    .select({
      report: contentReports,
      reporter: artists.handle,
      all: sql<number>`${db.select({ all: count() }).from(others).where(isOther)}`,
    })
    .from(contentReports)
    .leftJoin(artists, eq(artists.userId, contentReports.reporterId))
    .where(
      and(
        isNull(decidedAt),
        cursor === undefined ? undefined : gt(id, cursor),
        notExists(db.select({ id: earlier.id }).from(earlier).where(isEarlier)),
      ),
    )
    .orderBy(asc(id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ report }) => report.id)
  const reports = page.map(({ report, reporter, all }) => {
    const { id, kind, thingId, title, path, reason, text } = report
    const createdAt = new Date(report.createdAt).toISOString()
    return { id, kind, thingId, title, path, reason, text, reporter, others: all - 1, createdAt }
  })
  return { reports, nextCursor }
}
