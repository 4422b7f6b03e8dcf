import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { disputes } from '../../../db/schema/order/dispute.ts'
import { orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { uuidFloor } from '../../lib/hash/uuid.ts'
import { orderById, orderOfIntent } from '../../order/order.ts'
import { idOf } from '../../platform/payment/id-of.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { bookedFees } from '../account-fee/find-fees.ts'

const toBank = /^payout/

/** Our payments that changed since a time, and the number of balance lines of other instances. */
export type MovedPayments = { intentIds: Set<string>; unrelated: number }

/**
 * Returns the payments, however old, whose money moved since a time: at the processor by its
 * balance, which has a line for each charge, refund, dispute, transfer and reversal, and here by
 * the ledger. Includes those with an undecided dispute.
 */
export async function movedPayments(ctx: Ctx, processor: Processor, sinceMs: number): Promise<MovedPayments> {
  const since = { created: { gte: Math.floor(sinceMs / 1000) }, limit: 100, expand: ['data.source'] }
  const intentIds = new Set(movedInLedger(ctx, processor, sinceMs))
  let unrelated = 0
  const fees = bookedFees(ctx)
  for await (const { id: line, type, source } of processor.stripe.balanceTransactions.list(since)) {
    if (toBank.test(type) || fees.has(line)) continue
    const id = await intentOf(ctx, processor, source)
    if (id === undefined) unrelated += 1
    else intentIds.add(id)
  }
  return { intentIds, unrelated }
}

async function intentOf(ctx: Ctx, { stripe }: Processor, source: Stripe.BalanceTransaction['source']) {
  if (source === null || typeof source === 'string') return undefined
  if (source.object === 'transfer') return ofGroup(ctx, source.transfer_group)
  if (source.object === 'transfer_reversal') {
    const transfer = await stripe.transfers.retrieve(idOf(source.transfer))
    return ofGroup(ctx, transfer.transfer_group)
  }
  const isOfPayment = source.object === 'charge' || source.object === 'refund' || source.object === 'dispute'
  const id = isOfPayment ? idOf(source.payment_intent) : ''
  return orderOfIntent(ctx, id) ? id : undefined
}

const ofGroup = (ctx: Ctx, orderId: string | null) => orderById(ctx, orderId ?? '')?.paymentIntentId ?? undefined

function movedInLedger(ctx: Ctx, { mode }: Processor, sinceMs: number): string[] {
  const posted = ctx.db
    .select({ id: ledgerPostings.orderId })
    .from(ledgerPostings)
    .where(sql`${ledgerPostings.id} > ${uuidFloor(sinceMs)}`)
  const disputed = ctx.db.select({ id: disputes.orderId }).from(disputes).where(isNull(disputes.endedAt))
  const rows = ctx.db
    .select({ id: orders.paymentIntentId })
    .from(orders)
    .where(
      and(
        or(inArray(orders.id, posted), inArray(orders.id, disputed)),
        eq(orders.mode, mode),
        isNotNull(orders.paymentIntentId),
      ),
    )
    .all()
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}
