import { statementLines, statementSums, statements } from '../../../db/schema/earnings/statement.ts'
import type { Ctx } from '../../../src/context.ts'
import { makeStatements } from '../../../src/earnings/statement/make-statements.ts'
import { monthAt, monthBeside } from '../../../src/lib/time/month.ts'
import type { Run } from '../order/run.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

/**
 * A statement of the month before as the database knows one, of two currencies and with a
 * correction.
 */
export function addStatement({ ctx }: Pick<TestServer, 'ctx'>, { artistId, handle }: Person): string {
  const id = ctx.uuid()
  const month = monthBeside(monthAt(ctx.now()), -1)
  ctx.db
    .insert(statements)
    .values({
      id,
      artistId,
      mode: ctx.config.paymentMode,
      month,
      number: `TEST-${Math.floor(month / 100)}-000001`,
      issuedAt: ctx.now(),
      isSelfBilled: true,
      artistName: 'W'.repeat(160),
      artistHandle: handle,
      artistAddress: '1 Road\n12345 Town',
      artistTaxId: 'DE123456789',
      ownerName: 'Label GmbH',
    })
    .run()
  for (const currency of ['eur', 'usd']) {
    const of = { statementId: id, currency }
    ctx.db
      .insert(statementSums)
      .values({ ...of, openingMinor: 100, closingMinor: 0 })
      .run()
    const lines = [
      ['casset', false, 7_000],
      ['PROCESSOR_FEE', false, -500],
      ['VAT', false, -1_118],
      ['REFUND', true, -700],
      ['TRANSFER', false, -4_782],
    ] as const
    for (const [heading, isCorrection, amountMinor] of lines) {
      ctx.db
        .insert(statementLines)
        .values({ ...of, heading, isCorrection, amountMinor })
        .run()
    }
  }
  return id
}

type Told = { number: string; artistId: string; currency: string; opening: number; closing: number; moved: number }

/**
 * Makes the statements of all months until now and checks them: the lines of each lead from its
 * beginning to its end, each begins where the one before ended, the last ends with what the ledger
 * owes, and their numbers have no gap.
 */
export async function statementFaults({ deck: { ctx } }: Run): Promise<string[]> {
  const sql = ctx.db.$client
  // A program in a process of its own may send meanwhile what was refused before: not between the
  // two reads.
  sql.run('BEGIN IMMEDIATE')
  try {
    return await compareStatements(ctx)
  } finally {
    sql.run('COMMIT')
  }
}

async function compareStatements(ctx: Ctx): Promise<string[]> {
  const sql = ctx.db.$client
  const { paymentMode: mode } = ctx.config
  const first = sql.query<{ at: number | null }, []>('SELECT min(created_at) AS at FROM ledger_postings').get()?.at
  const now = monthAt(ctx.now())
  for (let month = monthAt(first ?? ctx.now()); month <= now; month = monthBeside(month, 1)) {
    await makeStatements(ctx, month)
  }
  const told = sql
    .query<Told, [string]>(
      `SELECT s.number, s.artist_id AS artistId, m.currency, m.opening_minor AS opening, m.closing_minor AS closing,
         (SELECT sum(amount_minor) FROM statement_lines l WHERE l.statement_id = s.id AND l.currency = m.currency) AS moved
       FROM statements s JOIN statement_sums m ON m.statement_id = s.id WHERE s.mode = ? ORDER BY s.month`,
    )
    .all(mode)
  const faults: string[] = []
  const ends = new Map<string, number>()
  for (const { number, artistId, currency, opening, closing, moved } of told) {
    const key = `${artistId} ${currency}`
    if (opening + moved !== closing) faults.push(`statement ${number} leads from ${opening} by ${moved} to ${closing}`)
    if ((ends.get(key) ?? opening) !== opening) faults.push(`statement ${number} begins with ${opening} ${currency}`)
    ends.set(key, closing)
  }
  const owed = sql
    .query<{ key: string; amount: number }, [string]>(
      `SELECT a.artist_id || ' ' || a.currency AS key, sum(e.amount_minor) AS amount FROM ledger_entries e
       JOIN ledger_accounts a ON a.id = e.account_id WHERE a.kind = 'OWED' AND a.mode = ? GROUP BY a.id`,
    )
    .all(mode)
  for (const { key, amount } of owed) {
    if ((ends.get(key) ?? 0) !== amount)
      faults.push(`statements end with ${ends.get(key)} for ${key}, owed are ${amount}`)
  }
  // After a restore they continue above a number.
  const restored = new Set(
    sql
      .query<{ above: number }, []>('SELECT above FROM restores')
      .all()
      .map(({ above }) => above),
  )
  const numbers = [...new Set(told.map(({ number }) => number))].toSorted()
  const gaps = numbers.filter((number, index) => {
    const before = numbers[index - 1]
    const last = before !== undefined && seriesOf(before) === seriesOf(number) ? nthOf(before) : 0
    return nthOf(number) !== last + 1 && !restored.has(nthOf(number) - 1)
  })
  return [...faults, ...gaps.map((number) => `there is a gap before statement ${number}`)]
}

const seriesOf = (number: string): string => number.slice(0, number.lastIndexOf('-'))
const nthOf = (number: string): number => Number(number.slice(number.lastIndexOf('-') + 1))
