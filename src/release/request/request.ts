import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../db/in-batches.ts'
import { rowsBy } from '../../../db/prepared.ts'
import { licenseRequests } from '../../../db/schema/release/request.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Money } from '../../platform/http/request/schema.ts'
import { dropKeyed } from '../../platform/mail/forget-mails.ts'
import { boughtBy } from '../license/order/order-license.ts'
import { endQuotesOf, quoteOfRequest } from '../license/quote/save-quote.ts'

export type RequestRow = typeof licenseRequests.$inferSelect

/** How long a request waits for an answer, and how long the price of a yes is good. */
export const waitsMs = 90 * dayMs
export const grantedMs = 30 * dayMs

const byId = rowsBy(licenseRequests, 'id')

/** Returns a request. Throws NOT_FOUND for none. */
export function requestById(ctx: Ctx, id: string): RequestRow {
  const row = byId(ctx.db).get({ id })
  if (!row) throw notFound('request')
  return row
}

/** Returns the part of a request that both sides see, and the quote of a yes. */
export function factsOf(ctx: Ctx, row: RequestRow) {
  const quote = row.state === 'GRANTED' ? quoteOfRequest(ctx, row.id) : undefined
  return {
    quote,
    facts: {
      requestId: row.id,
      releaseId: row.releaseId,
      state: quote && boughtBy(ctx, quote.id) ? ('BOUGHT' as const) : row.state,
      scopes: row.scopes,
      intendedUse: row.intendedUse,
      offer: moneyOf(row.offerMinor, row.offerCurrency),
      message: row.message,
      askedAt: isoTime(row.createdAt),
      answeredAt: row.answeredAt === null ? null : isoTime(row.answeredAt),
    },
  }
}

const moneyOf = (amount: number | null, currency: string | null): Money | null =>
  amount === null || currency === null ? null : { amount, currency }

export const isoTime = (ms: number): string => new Date(ms).toISOString()

/**
 * Deletes a request with the emails about it that wait. The price of a yes ends; what was bought
 * with it stays. Called in a transaction.
 */
export function deleteRequest(ctx: Ctx, { id }: Pick<RequestRow, 'id'>): void {
  endQuotesOf(ctx, id)
  for (const kind of ['license-asked', 'license-answer']) dropKeyed(ctx, `${kind}:${id}`)
  ctx.db.delete(licenseRequests).where(eq(licenseRequests.id, id)).run()
}

/** Deletes requests that are over (rule: asking). */
export function pruneRequests({ db, jointly, now }: Ctx): Promise<void> {
  const { id, expiresAt } = licenseRequests
  const over = db.select({ id }).from(licenseRequests).where(lt(expiresAt, now())).orderBy(asc(expiresAt))
  return inBatches(
    jointly,
    db
      .delete(licenseRequests)
      .where(inArray(id, over.limit(batchSize)))
      .returning({ id }),
  )
}

export function countOpen({ db }: Ctx, releaseIds: readonly string[]): ReadonlyMap<string, number> {
  const open = sql<number>`count(*)`
  const rows = db
    .select({ releaseId: licenseRequests.releaseId, open })
    .from(licenseRequests)
    .where(and(inArray(licenseRequests.releaseId, [...releaseIds]), sql`${licenseRequests.state} = 'OPEN'`))
    .groupBy(licenseRequests.releaseId)
    .all()
  return new Map(rows.map((row) => [row.releaseId, row.open]))
}
