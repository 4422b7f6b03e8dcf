import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { rowsBy } from '../../../db/prepared.ts'
import { statementLines, statementSums, statements, statementWaits } from '../../../db/schema/earnings/statement.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { say } from '../../lib/language/say.ts'
import type { Month } from '../../lib/time/month.ts'
import { mayUse } from '../../platform/http/session/desk-role.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type Part, partOf } from './part-of.ts'

export type StatementRow = typeof statements.$inferSelect

/** One line of a statement: what changed what was owed. */
export type StatementLine = Pick<typeof statementLines.$inferSelect, 'heading' | 'isCorrection' | 'amountMinor'>

/** The part of a statement's closing debt that waits. */
export type StatementWait = Pick<typeof statementWaits.$inferSelect, 'waitsFor' | 'amountMinor'>

export type StatementSums = Readonly<Record<Part, number>> & {
  currency: string
  openingMinor: number
  closingMinor: number
  /** Everything but transfers. */
  netMinor: number
  lines: readonly StatementLine[]
  waiting: readonly StatementWait[]
}

export type Statement = StatementRow & { currencies: readonly StatementSums[] }

const byId = rowsBy(statements, 'id')

/**
 * Returns a statement of the caller's own; the owner of the instance and helpers for money have
 * everybody's. Throws NOT_FOUND, and FORBIDDEN for that of somebody else.
 */
export function ownStatement(ctx: Ctx, reader: Viewer, id: string): Statement {
  const row = byId(ctx.db).get({ id })
  if (!row) throw notFound('statement')
  if (row.artistId !== reader.artistId && !mayUse(reader, 'money')) {
    throw new AppError('FORBIDDEN', say('This statement belongs to somebody else.'))
  }
  const [statement] = withSums(ctx, [row])
  if (!statement) throw notFound('statement')
  return statement
}

/** Returns an artist's statements in the present mode, newest month first. */
export function listStatements(ctx: Ctx, artistId: string, limit: number, cursor?: string) {
  const { month, mode } = statements
  const before = cursor === undefined ? undefined : lt(month, Number(cursor))
  const rows = ctx.db
    .select()
    .from(statements)
    .where(and(eq(statements.artistId, artistId), eq(mode, ctx.config.paymentMode), before))
    .orderBy(desc(month))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, (row) => String(row.month))
  return { statements: withSums(ctx, page), nextCursor }
}

/** Returns everybody's statements of a month in the present mode, by number. */
export function statementsOfMonth(ctx: Ctx, month: Month, limit: number, cursor = '') {
  const { number, mode } = statements
  const rows = ctx.db
    .select()
    .from(statements)
    .where(and(eq(mode, ctx.config.paymentMode), eq(statements.month, month), sql`${number} > ${cursor}`))
    .orderBy(asc(number))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, (row) => row.number)
  return { statements: withSums(ctx, page), nextCursor }
}

/** Returns the newest month of which statements were made in the present mode. */
export const newestMonth = ({ db, config }: Ctx): Month | undefined =>
  db
    .select({ month: statements.month })
    .from(statements)
    .where(eq(statements.mode, config.paymentMode))
    .orderBy(desc(statements.month))
    .limit(1)
    .get()?.month

function withSums({ db }: Ctx, rows: readonly StatementRow[]): Statement[] {
  const ids = rows.map(({ id }) => id)
  const sums = db
    .select()
    .from(statementSums)
    .where(inArray(statementSums.statementId, ids))
    .orderBy(asc(statementSums.statementId), asc(statementSums.currency))
    .all()
  const lines = db.select().from(statementLines).where(inArray(statementLines.statementId, ids)).all()
  const waits = db
    .select()
    .from(statementWaits)
    .where(inArray(statementWaits.statementId, ids))
    .orderBy(asc(statementWaits.waitsFor))
    .all()
  return rows.map((row) => ({
    ...row,
    currencies: sums
      .filter(({ statementId }) => statementId === row.id)
      .map(({ currency, openingMinor, closingMinor }) => {
        const isTheirs = (of: { statementId: string; currency: string }) =>
          of.statementId === row.id && of.currency === currency
        const waiting = waits.filter(isTheirs)
        return { currency, openingMinor, closingMinor, ...summed(lines.filter(isTheirs)), waiting }
      }),
  }))
}

function summed(lines: readonly StatementLine[]) {
  const parts: Record<Part, number> = { gross: 0, back: 0, processing: 0, platform: 0, vat: 0, other: 0, transfers: 0 }
  for (const { heading, amountMinor } of lines) parts[partOf(heading)] += amountMinor
  const { transfers, ...net } = parts
  const netMinor = Object.values(net).reduce((sum, amount) => sum + amount, 0)
  return { ...parts, netMinor, lines }
}
