import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { ledgerAccounts } from '../../../db/schema/books/ledger.ts'
import {
  statementLines,
  statementSeries,
  statementSums,
  statements,
  statementWaits,
} from '../../../db/schema/earnings/statement.ts'
import { leastStatementNumber, noteIssued, noticeRestore } from '../../books/receipt/receipt-head.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import { sellerOnReceipt } from '../../books/tax/seller-on-receipt.ts'
import { taxDetailsOf } from '../../books/tax/tax-details.ts'
import type { Ctx } from '../../context.ts'
import { hourMs } from '../../lib/time/calendar.ts'
import { type Month, monthAt, monthBeside, startOfMonth } from '../../lib/time/month.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { hasClockSettled } from '../../platform/settled-clock.ts'
import { type GatheredSums, gatherLines } from './gather-lines.ts'
import { newestMonth } from './statement.ts'
import { waitsForDoctor } from './waits-for-doctor.ts'

/** Makes a month's statements once it is over, and those of months the site has missed. */
export const makeStatementsJob = defineJob('make-statements', {
  payload: t.Object({}),
  concurrency: 1,
  maxAttempts: 20,
  mayBegin: hasClockSettled,
  atStart: (ctx) => queue(ctx, ctx.now()),
  async run(ctx) {
    queue(ctx, startOfMonth(monthBeside(monthAt(ctx.now()), 1)) + hourMs)
    noticeRestore(ctx)
    if (waitsForDoctor(ctx)) {
      const runAt = ctx.now() + hourMs
      ctx.jobs.add(makeStatementsJob, {}, { runAt, key: `after a restore ${runAt}` })
      return
    }
    const last = monthBeside(monthAt(ctx.now()), -1)
    for (let month = nextOf(ctx, last); month <= last; month = monthBeside(month, 1)) await makeStatements(ctx, month)
  },
})

const queue = (ctx: Ctx, runAt: number): void =>
  ctx.jobs.add(makeStatementsJob, {}, { runAt, key: String(monthAt(runAt)) })

/** The newest month may have been made in part. */
const nextOf = (ctx: Ctx, last: Month): Month => Math.min(newestMonth(ctx) ?? last, last)

const nextArtist = prepared((db) =>
  db
    .select({ id: sql<string>`${ledgerAccounts.artistId}` })
    .from(ledgerAccounts)
    .where(gt(ledgerAccounts.artistId, sql.placeholder('after')))
    .orderBy(asc(ledgerAccounts.artistId))
    .limit(1),
)

/**
 * Makes the statements of a month for everybody who was owed something in it or sent it, in the
 * present mode; not for the owner of the instance, who owes themselves nothing. Idempotent
 * (rule: statements).
 */
export async function makeStatements(ctx: Ctx, month: Month): Promise<void> {
  const owner = ownerArtist(ctx)
  const next = nextArtist(ctx.db)
  const pace = createPace(ctx.monotonicMs)
  for (let artist = next.get({ after: '' }); artist; artist = next.get({ after: artist.id })) {
    const { id } = artist
    await pace()
    if (id === owner || hasStatement(ctx, id, month)) continue
    const sums = await gatherLines(ctx, id, month)
    if (sums.length > 0) await ctx.jointly(() => issue(ctx, id, month, sums))
  }
  noteIssued(ctx)
}

const hasStatement = ({ db, config }: Ctx, artistId: string, month: Month): boolean =>
  db
    .select({ id: statements.id })
    .from(statements)
    .where(and(eq(statements.artistId, artistId), eq(statements.mode, config.paymentMode), eq(statements.month, month)))
    .get() !== undefined

/** Stores a statement with the next number of its year. Called in a transaction. */
function issue(ctx: Ctx, artistId: string, month: Month, sums: readonly GatheredSums[]): void {
  const artist = ctx.db
    .select({ name: artists.displayName, handle: artists.handle })
    .from(artists)
    .where(eq(artists.id, artistId))
    .get()
  if (!artist || hasStatement(ctx, artistId, month)) return
  const { legalName, address, taxId, selfBilling } = taxDetailsOf(ctx, artistId)
  const { ownerName, ownerAddress, ownerTaxId } = sellerOnReceipt(ctx, artistId)
  const id = ctx.uuid()
  ctx.db
    .insert(statements)
    .values({
      id,
      artistId,
      mode: ctx.config.paymentMode,
      month,
      number: takeNumber(ctx, month),
      issuedAt: ctx.now(),
      isSelfBilled: selfBilling,
      artistName: legalName ?? artist.name,
      artistHandle: artist.handle,
      artistAddress: address,
      artistTaxId: taxId,
      ownerName,
      ownerAddress,
      ownerTaxId,
    })
    .run()
  for (const { currency, openingMinor, closingMinor, lines, waiting } of sums) {
    ctx.db.insert(statementSums).values({ statementId: id, currency, openingMinor, closingMinor }).run()
    for (const line of lines)
      ctx.db
        .insert(statementLines)
        .values({ statementId: id, currency, ...line })
        .run()
    for (const { waitsFor, amount: amountMinor } of waiting)
      ctx.db.insert(statementWaits).values({ statementId: id, currency, waitsFor, amountMinor }).run()
  }
}

/** Returns the next number of a month's year, such as 2026-000012; tests count separately. */
function takeNumber(ctx: Ctx, month: Month): string {
  const year = Math.floor(month / 100)
  const series = `${ctx.config.paymentMode === 'live' ? '' : 'TEST-'}${year}`
  const first = leastStatementNumber(ctx, year) + 1
  const next = sql`max(${statementSeries.issued} + 1, ${first})`
  const { issued } = ctx.db
    .insert(statementSeries)
    .values({ series, issued: first })
    .onConflictDoUpdate({ target: statementSeries.series, set: { issued: next } })
    .returning({ issued: statementSeries.issued })
    .get()
  return `${series}-${String(issued).padStart(6, '0')}`
}
