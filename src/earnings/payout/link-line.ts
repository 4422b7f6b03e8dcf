import { and, asc, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { paidOut } from '../../../db/schema/earnings/payout.ts'
import { isPosted } from '../../books/ledger/post.ts'
import type { Ctx } from '../../context.ts'
import { orderOfIntent } from '../../order/order.ts'
import type { Source } from './source-of.ts'

export type ContainedLine = {
  line: Pick<Stripe.BalanceTransaction, 'id' | 'fee' | 'currency' | 'exchange_rate'>
  source: Source
  holder: string
  payoutId: string
}

type KnownPosting = Pick<typeof ledgerPostings.$inferSelect, 'id' | 'kind' | 'uniqueKey'>
type Named = { orderId: string; key: string; line: string }

const isNamed =
  ({ key, line }: Named) =>
  ({ uniqueKey }: KnownPosting): boolean =>
    uniqueKey === key || uniqueKey.includes(line)

const causes: ReadonlySet<KnownPosting['kind']> = new Set(['SALE', 'REFUND', 'REFUND_FAILURE', 'DISPUTE'])
const percents: ReadonlySet<KnownPosting['kind']> = new Set([
  'PLATFORM_FEE',
  'PLATFORM_FEE_REFUND',
  'VAT',
  'VAT_RETURN',
])
const transfers: ReadonlySet<KnownPosting['kind']> = new Set(['TRANSFER', 'TRANSFER_REVERSAL'])

/**
 * Returns the movements of a line of the platform's account. Our percent and the
 * VAT do not come from the processor: they follow the sale or the refund they belong to.
 */
function movedOnPlatform({ db }: Ctx, named: Named): KnownPosting[] {
  const { id, kind, uniqueKey, orderId } = ledgerPostings
  const ours = db
    .select({ id, kind, uniqueKey })
    .from(ledgerPostings)
    .where(eq(orderId, named.orderId))
    .orderBy(asc(id))
    .all()
  const isOfLine = isNamed(named)
  const causeOf = (index: number) => ours.slice(0, index).findLast((each) => causes.has(each.kind))
  return ours.filter((each, index) => {
    const cause = percents.has(each.kind) ? causeOf(index) : undefined
    return isOfLine(each) || (cause !== undefined && isOfLine(cause))
  })
}

/**
 * Returns the movements of a transfer on an artist's account: their share of the order that no
 * earlier transfer has covered. Movements posted to the account itself belong to the line that they
 * name.
 */
function movedOnAccount({ db }: Ctx, named: Named, holder: string): KnownPosting[] {
  const { id, kind, uniqueKey, orderId } = ledgerPostings
  const ours = db
    .select({ id, kind, uniqueKey, isOnAccount: sql`max(${ledgerAccounts.kind} = 'ARTIST')`.mapWith(Boolean) })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(orderId, named.orderId), eq(ledgerAccounts.artistId, holder)))
    .groupBy(id)
    .orderBy(asc(id))
    .all()
  const moved = ours.findIndex((each) => each.uniqueKey === named.key)
  const earlier = ours.slice(0, Math.max(moved, 0)).findLastIndex((each) => transfers.has(each.kind))
  const isOfLine = isNamed(named)
  return ours.filter((each, index) => isOfLine(each) || (!each.isOnAccount && index < moved && index > earlier))
}

// As in the partial index of transfers.
const isTransfer = sql`${ledgerPostings.kind} IN ('TRANSFER', 'TRANSFER_REVERSAL')`

function orderOf(ctx: Ctx, { key, intentId }: Source): string | undefined {
  if (intentId) return orderOfIntent(ctx, intentId)?.id
  const { orderId, uniqueKey } = ledgerPostings
  const transferred = ctx.db
    .select({ orderId })
    .from(ledgerPostings)
    .where(and(eq(uniqueKey, key), isTransfer))
    .get()
  return transferred?.orderId ?? undefined
}

/** Called in a transaction. Returns whether the ledger lacks a posting for it. */
export function linkLine(ctx: Ctx, { line, source, holder, payoutId }: ContainedLine): { isMissing: boolean } {
  const { key, isOthers } = source
  const orderId = orderOf(ctx, source)
  if (orderId === undefined) return { isMissing: !isOthers }
  const { id, fee, currency, exchange_rate: rate } = line
  const named = { orderId, key, line: id }
  const moved = holder === '' ? movedOnPlatform(ctx, named) : movedOnAccount(ctx, named, holder)
  for (const { id: postingId } of moved) {
    ctx.db.insert(paidOut).values({ postingId, holder, payoutId }).onConflictDoNothing().run()
  }
  // The processor may report the fee and the exchange of a payment later than the payment.
  const costs = fee === 0 ? [] : [`PROCESSOR_FEE ${id}`]
  const keys = [key, ...costs, ...(rate === null ? [] : [`EXCHANGE ${id} ${currency}`])]
  return { isMissing: keys.some((each) => !isPosted(ctx, orderId, each)) }
}
