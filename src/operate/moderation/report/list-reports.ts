import { Value } from '@sinclair/typebox/value'
import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { artists } from '../../../../db/schema/account/account.ts'
import { contentReports } from '../../../../db/schema/operate/moderation.ts'
import { artistByAnyHandle } from '../../../account/handle/artist-by-handle.ts'
import type { Ctx } from '../../../context.ts'
import { cutPage } from '../../../lib/cut-page.ts'
import { isoOf } from '../../../lib/time/iso-time.ts'
import { handlingOf } from '../things.ts'
import { type Report, type Reports, ReportsQuery } from './report-model.ts'

const others = alias(contentReports, 'others')
const reporters = alias(artists, 'reporters')
const deciders = alias(artists, 'deciders')

const { id, kind, thingId, reporterId, outcome, decidedAt, firstOf } = contentReports

/** So many reports of one thing are counted. */
const mostCounted = 100

function whereFrom(ctx: Ctx, { from, reporter }: ReportsQuery): SQL | undefined {
  if (reporter !== undefined) return eq(reporterId, artistByAnyHandle(ctx, reporter)?.userId ?? '')
  if (from === undefined) return sql`${firstOf} = 'thing'`
  return and(isNotNull(firstOf), sql`(${reporterId} IS NULL) = ${from === 'guests' ? 1 : 0}`)
}

export type ReportsFilter = Omit<ReportsQuery, 'cursor' | 'limit'>

/** Fields that are empty or that no filter has are left out. */
export function readFilter(query: Readonly<Record<string, string | undefined>>): ReportsFilter {
  const known = Object.entries(query).flatMap(([name, text = '']) => {
    const value = text.trim()
    return value !== '' && Value.Check(ReportsQuery, { [name]: value }) ? [[name, value]] : []
  })
  return Value.Decode(ReportsQuery, Object.fromEntries(known))
}

/**
 * Returns the things that are reported, each with the first of its reports that the query is about;
 * those that wait for a decision, the oldest first, unless the query says otherwise.
 */
export function listReports(ctx: Ctx, limit: number, query: ReportsQuery = {}): Reports {
  const { db } = ctx
  const { cursor, state = 'open', order = 'oldest' } = query
  const isOfSame = and(
    eq(others.kind, kind),
    eq(others.thingId, thingId),
    // Equal too where neither is decided.
    sql`${others.decidedAt} IS ${decidedAt}`,
  )
  const same = db.select({ id: others.id }).from(others).where(isOfSame).limit(mostCounted).as('same')
  const isAfter = order === 'oldest' ? gt : lt
  const rows = db
    .select({
      report: contentReports,
      reporter: reporters.handle,
      decidedBy: deciders.handle,
      all: sql<number>`${db.select({ all: count() }).from(same)}`,
    })
    .from(contentReports)
    .leftJoin(reporters, eq(reporters.userId, reporterId))
    .leftJoin(deciders, eq(deciders.userId, contentReports.decidedBy))
    .where(
      and(
        state === 'open' ? isNull(outcome) : eq(outcome, state),
        query.kind === undefined ? undefined : eq(kind, query.kind),
        whereFrom(ctx, query),
        cursor === undefined ? undefined : isAfter(id, cursor),
      ),
    )
    .orderBy(order === 'oldest' ? asc(id) : desc(id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ report }) => report.id)
  return { reports: page.map((row) => toReport(ctx, row)), nextCursor }
}

/** Whether anything was ever reported to the site. */
export const wasAnyReported = ({ db }: Ctx): boolean =>
  db.select({ id }).from(contentReports).limit(1).get() !== undefined

type Row = {
  report: typeof contentReports.$inferSelect
  reporter: string | null
  decidedBy: string | null
  all: number
}

function toReport(ctx: Ctx, { report, reporter, decidedBy, all }: Row): Report {
  const { id, kind, thingId, title, path, reason, text, outcome, answer, decidedAt, createdAt } = report
  return {
    ...{ id, kind, thingId, title, path, reason, text, reporter, outcome, answer, decidedBy },
    isThere: handlingOf(kind).find(ctx, thingId) !== undefined,
    others: all - 1,
    decidedAt: isoOf(decidedAt),
    createdAt: new Date(createdAt).toISOString(),
  }
}
