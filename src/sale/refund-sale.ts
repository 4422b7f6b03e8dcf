import type { Ctx } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { sumText } from '../lib/money.ts'
import { askRefund, inAnotherMode, paidHere } from '../order/ask-refund.ts'
import { countRefusal } from '../order/count-refusal.ts'
import type { Order } from '../order/order.ts'
import { settle } from '../order/settle.ts'
import { isOtherRequest, isRefused, ProcessorFault } from '../payment/ask-processor.ts'
import { doesCount } from '../payment/mode.ts'
import { noteSecurity } from '../security/note-security.ts'
import type { NewRefund, Sale } from './model.ts'
import { ownSale } from './own-sale.ts'
import { readSale } from './read-sales.ts'

/**
 * Refunds a sale, in part or all that is left; a full refund ends the purchase at once. Throws NOT_FOUND, FORBIDDEN,
 * VALIDATION for more than is left or a part of what the caller has not looked at, BAD_STATE, UNAVAILABLE.
 */
export async function refundSale(
  ctx: Ctx,
  author: Viewer,
  orderId: string,
  asked: NewRefund,
  address: string,
): Promise<Sale> {
  refuseBlind(asked)
  const order = ownSale(ctx, author, orderId)
  const before = refundable(ctx, order, asked)
  const amountMinor = asked.amount ?? before.amount - before.refundedAmount
  // The number of refunds so far is part of the idempotency key. A second click, or a retry after a lost answer,
  // repeats the same refund; once that is recorded, the next request is a new one.
  const idempotencyKey = `refund-${order.id}-${before.refunds}-${order.refusedRefunds}`
  try {
    const { processor, paymentIntentId } = paidHere(ctx, order)
    // The processor forgets a key after a day, and what it told us of that refund may have been lost.
    await settle(ctx, processor, paymentIntentId)
    if (!isMade(mustBeSale(ctx, order), before, amountMinor)) {
      await askRefund(ctx, order, { amountMinor, reason: 'requested_by_customer', idempotencyKey })
      await settle(ctx, processor, paymentIntentId)
      noteSecurity(ctx, 'refund_made', { userId: author.userId, address }, { orderId, amountMinor })
    }
  } catch (error) {
    throw await explainRefusal(ctx, order, before, error)
  }
  const { refunds: _, ...sale } = mustBeSale(ctx, order)
  return sale
}

/** Tells whether the very refund that is asked for was made before. Throws BAD_STATE when anything else has changed. */
function isMade(now: Counted, before: Counted, amountMinor: number): boolean {
  if (now.refunds === before.refunds && now.status === before.status) return false
  if (now.refundedAmount === before.refundedAmount + amountMinor) return true
  refuseEnded(now)
  throw changed()
}

/** A part is asked for again after a lost answer: without what had been refunded before, it would be another (rule 7.22). */
function refuseBlind({ amount, refundedAmount }: NewRefund): void {
  if (amount === undefined || refundedAmount !== undefined) return
  throw invalid('refundedAmount', 'Say with "amount" what had been refunded before.', 'The list of sales has it.')
}

type Counted = NonNullable<ReturnType<typeof readSale>>

function mustBeSale(ctx: Ctx, order: Order): Counted {
  if (order.mode === 'free') throw badState('This sale was free.', 'Nothing was paid, so there is nothing to refund.')
  if (!doesCount(ctx, order.mode)) throw inAnotherMode()
  const sale = readSale(ctx, order.id)
  if (sale) return sale
  throw badState('This order was never paid.', 'There is nothing to refund.')
}

function refundable(ctx: Ctx, order: Order, { amount, refundedAmount }: NewRefund): Counted {
  const sale = mustBeSale(ctx, order)
  refuseEnded(sale)
  if (refundedAmount !== undefined && refundedAmount !== sale.refundedAmount) throw changed()
  const left = sale.amount - sale.refundedAmount
  if (amount === undefined || amount <= left) return sale
  throw invalid(
    'amount',
    'This is more than is left of the sale.',
    `At most ${sumText({ amount: left, currency: order.currency })} can be refunded.`,
  )
}

function refuseEnded({ status, dispute }: Sale): void {
  if (status === 'REFUNDED') throw badState('This sale is already refunded.', 'The money is on its way back.')
  if (status !== 'DISPUTED') return
  if (dispute === 'LOST') {
    throw badState("The buyer's bank has given this money back.", 'A refund now would pay it back twice.')
  }
  throw badState(
    'The buyer has disputed this payment.',
    'Their bank decides where the money goes: a refund now would pay it back twice.',
  )
}

/** Returns the error that explains why there was no refund, after reading the payment's current state again. */
async function explainRefusal(ctx: Ctx, order: Order, before: Counted, error: unknown): Promise<unknown> {
  const { processor } = ctx
  if (error instanceof ProcessorFault) {
    if (error.isAnswered && processor && order.paymentIntentId !== null) {
      // The processor repeats this answer to the same key: once the payment has been read again, the next try gets another.
      await settle(ctx, processor, order.paymentIntentId, () => countRefusal(ctx, order))
    }
    const hint = 'Try again in a minute: nothing is refunded twice.'
    return new AppError(error.code, error.message, { ...error.detail, hint })
  }
  const isNo = isRefused(error)
  if (!(isNo || isOtherRequest(error)) || !processor || order.paymentIntentId === null) return error
  await settle(ctx, processor, order.paymentIntentId, () => isNo && countRefusal(ctx, order))
  const sale = mustBeSale(ctx, order)
  refuseEnded(sale)
  if (sale.refundedAmount !== before.refundedAmount) return changed()
  return badState('The payment processor refused this refund.', 'The balance may be too low: try again later.')
}

const changed = () =>
  badState('This sale has changed in the meantime.', 'Load the page again to see what is left of it.')

const badState = (message: string, hint: string) => new AppError('BAD_STATE', message, { hint })
