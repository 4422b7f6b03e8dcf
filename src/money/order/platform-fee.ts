import { and, count, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { prepared } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/money/ledger.ts'
import type { Ctx } from '../../context.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { type Account, type Posting, post } from '../ledger/post.ts'
import type { Order } from './order.ts'
import { dividedPosting, type Payees } from './payees.ts'

const platform: Account = { kind: 'PLATFORM' }

/**
 * Whether a refund takes money from the sale: it was not returned, and needs no action of the
 * buyer.
 */
const isHeld = ({ status }: Stripe.Refund) => status === 'succeeded' || status === 'pending' || status === null

/**
 * Returns what the platform keeps of a payment by now: its percent of the settled amount, at most
 * what the processor left of it, in proportion to what was not refunded. Rounded in the artist's
 * favour; undefined while nothing has settled. `refunding` is a refund that is still to be made.
 */
export function platformFeeOf({ feeBasisPoints }: Order, { charge, refunds }: Payment, refunding = 0) {
  const line = charge?.balance_transaction
  if (feeBasisPoints === 0 || !charge || !line || typeof line === 'string') return undefined
  const whole = Math.min(Math.floor((line.amount * feeBasisPoints) / 10_000), Math.max(0, line.net))
  const refunded = refunds.filter(isHeld).reduce((sum, { amount }) => sum + amount, refunding)
  const amount = Math.floor((whole * Math.max(0, charge.amount - refunded)) / charge.amount)
  return { amount, currency: line.currency }
}

const keptFee = prepared((db) => {
  const amount = sql<number>`coalesce(sum(${ledgerEntries.amountMinor}), 0)`
  return db
    .select({ amount, postings: count() })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerPostings.orderId, sql.placeholder('orderId')), eq(ledgerAccounts.kind, 'PLATFORM')))
})

/** Returns what the platform has kept of an order by the ledger, and in how many postings. */
export const keptPlatformFee = ({ db }: Ctx, orderId: string): { amount: number; postings: number } =>
  keptFee(db).get({ orderId }) ?? { amount: 0, postings: 0 }

/**
 * Brings the platform's fee of an order to its due amount. Unlike everything else it does not come
 * from the processor, so the difference is posted: refunds that fail, in whatever order, end in the
 * same sum.
 */
export function postPlatformFee(ctx: Ctx, order: Order, payees: Payees, payment: Payment): void {
  const fee = platformFeeOf(order, payment)
  if (!fee) return
  const kept = keptPlatformFee(ctx, order.id)
  const missing = fee.amount - kept.amount
  const kind = missing > 0 ? 'PLATFORM_FEE' : 'PLATFORM_FEE_REFUND'
  const whole: Posting = {
    uniqueKey: `${kind} ${payment.charge?.id} ${kept.postings}`,
    kind,
    orderId: order.id,
    currency: fee.currency,
    entries: [
      [platform, missing],
      [payees[0].account, -missing],
    ],
  }
  post(ctx, dividedPosting(ctx, payees, whole))
}
