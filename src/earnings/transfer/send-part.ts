import type Stripe from 'stripe'
import { refreshAccount } from '../../books/seller/account/read-account.ts'
import { accountOfArtist } from '../../books/seller/account/seller-account.ts'
import { queueHold } from '../../books/seller/payout/hold-payouts.ts'
import { maySell, permissionOf } from '../../books/seller/permission/permission.ts'
import type { Ctx } from '../../context.ts'
import { callBackOf } from '../../order/call-back.ts'
import { goodsOf } from '../../order/goods.ts'
import { type Order, orderById } from '../../order/order.ts'
import { noteWaiting } from '../../order/owed-parts.ts'
import { settle } from '../../order/settle/settle.ts'
import { ownState } from '../../platform/own-state.ts'
import {
  askProcessor,
  isMissing,
  isOtherRequest,
  isRefused,
  isRepeated,
  isUnpayable,
} from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { findTransfers } from './find-transfers.ts'
import { heldFor, isInDebt, type Part, partNow } from './owed.ts'
import { ofTransfer } from './read-transfers.ts'
import { countTransfers, payeeOf, recordTransfers, reversedByHand } from './record-transfers.ts'
import { settleCovered } from './settle-covered.ts'

export type Work = { order: Order; part: Part; attempt: number }

// The processor keeps an idempotency key for a day, so the first try for a fresh order need not
// read existing transfers and refunds. One from before this process's first transfer may come from
// a restored copy of the database, which may lack them.
const freshMs = 3_600_000
const firstTransferOf = ownState((ctx) => ({ at: ctx.now() }))

/**
 * Transfers what an order owes an artist, as far as they have no other debts. Does nothing while
 * their account cannot be paid. Throws errors that may pass with time.
 */
export async function sendPart(ctx: Ctx, processor: Processor, work: Work): Promise<void> {
  const { order, attempt } = work
  const { artistId, currency } = work.part
  const account = accountOfArtist(ctx, processor.mode, artistId)
  if (!account?.ready || account.endedAt !== null || currency !== order.settledCurrency) return
  // Others sold for them: money for what they could not sell themselves is kept until they may
  // (rule: co-casset-sales).
  if (order.isShared && !maySell(ctx.config, permissionOf(ctx, artistId))) return
  const { createdAt } = order
  const isYoung = createdAt > firstTransferOf(ctx).at && ctx.now() - createdAt < freshMs
  const isFresh = attempt === 1 && work.part.refusals === 0 && isYoung
  const isLookedAt = !isFresh || countTransfers(ctx, order.id, artistId) > 0
  const found = isLookedAt ? await findTransfers(ctx, processor, order) : []
  // Only the payment tells whether a refund's answer was lost, or a restored copy has lost it.
  if (isLookedAt && order.paymentIntentId !== null) await settle(ctx, processor, order.paymentIntentId)
  const kept = reversedByHand(
    ctx,
    found.filter((one) => payeeOf(one) === artistId && one.currency === currency),
  )
  if (sendable(ctx, partNow(ctx, work.part), kept) <= 0) return
  // Only where something would be sent: such a payment may have this order settled again, which
  // queues this job again.
  await settleCovered(ctx, processor, found)
  const part = partNow(ctx, work.part)
  const amount = sendable(ctx, part, kept)
  if (!part || amount <= 0) return
  const before = countTransfers(ctx, order.id, artistId)
  const params = {
    amount,
    currency,
    destination: account.accountId,
    transfer_group: order.id,
    metadata: {
      orderId: order.id,
      // A restored copy of the database finds the order again by this.
      paymentIntentId: order.paymentIntentId,
      artistId,
      deckId: ctx.instanceId,
      ...goodsOf(ctx)[order.kind].payout?.tell(ctx, order),
    },
    expand: [...ofTransfer],
  }
  const key = ['transfer', order.id, artistId, before, part.refusals].join('-')
  try {
    // A transfer from the charge need not wait until that is available. A later one comes from the
    // available balance.
    const made = await make(ctx, processor, { ...params, key, chargeId: before > 0 ? null : order.chargeId })
    await ctx.jointly(() => {
      recordTransfers(ctx, order, [made])
      queueHold(ctx, artistId)
    })
  } catch (error) {
    await noteRefusal(ctx, processor, { ...work, part }, error, account.accountId)
  }
}

/**
 * Returns how much of a part can be sent: nothing that may be called back (rule:
 * money-called-back), and less what is kept of it, and what the artist owes.
 */
function sendable(ctx: Ctx, part: Part | undefined, kept: number): number {
  const order = part && orderById(ctx, part.orderId)
  if (!order || callBackOf(ctx, order)) return 0
  const left = part.amountMinor - kept
  return isInDebt(ctx, part) ? Math.min(left, heldFor(ctx, part)) : left
}

type NewTransfer = Stripe.TransferCreateParams & { key: string; chargeId: string | null }

/**
 * Transfers from the charge, or from the available balance when the processor refuses that: a won
 * dispute may have returned more than the charge, at another exchange rate.
 */
async function make(
  ctx: Ctx,
  processor: Processor,
  { key, chargeId, ...params }: NewTransfer,
): Promise<Stripe.Transfer> {
  const ask = (name: string, source: { source_transaction?: string }) =>
    askProcessor(ctx, processor, (stripe, options) => stripe.transfers.create({ ...params, ...source }, options), name)
  if (chargeId === null) return ask(key, {})
  try {
    return await ask(key, { source_transaction: chargeId })
  } catch (error) {
    // A key that was used for another amount may have sent that: it is looked up first.
    if (!isRefused(error) || isOtherRequest(error) || isUnpayable(error) || isMissing(error)) throw error
    return ask(`${key}-available`, {})
  }
}

/** Gives the next try a key of its own where the processor would only repeat its answer. */
async function noteRefusal(ctx: Ctx, processor: Processor, work: Work, error: unknown, accountId: string) {
  if (isRepeated(error)) await ctx.jointly(() => noteWaiting(ctx, work.part, true))
  if (!isUnpayable(error) && !isMissing(error)) throw error
  // The processor knows better than we do whether an account may be paid, so our copy is updated.
  await refreshAccount(ctx, processor, accountId)
}
