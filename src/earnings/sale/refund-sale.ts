import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { inAnotherMode, processorOfOrder, requestRefund } from '../../order/give-back/request-refund.ts'
import type { Order } from '../../order/order.ts'
import { countRefusal } from '../../order/order.ts'
import { settle } from '../../order/settle/settle.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { isOtherRequest, isRefused, ProcessorFault } from '../../platform/payment/ask-processor.ts'
import { disputeStateOf, isUndecided } from '../../platform/payment/dispute-state.ts'
import { doesCount } from '../../platform/payment/mode.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { refundCovered } from './cover-sale.ts'
import type { NewRefund, Sale } from './model.ts'
import { ownSale } from './own-sale.ts'
import { type CountedSale, readSale } from './read-sales.ts'

/**
 * Refunds a sale, in part or all that is left; a full refund ends the purchase at once. Money
 * passed on to artists is taken back first. Throws NOT_FOUND, FORBIDDEN, VALIDATION for more than
 * is left or a partial refund without the amount refunded before, BAD_STATE, UNAVAILABLE.
 */
export async function refundSale(
  ctx: Ctx,
  author: Viewer,
  orderId: string,
  asked: NewRefund,
  address: string,
): Promise<Sale> {
  requireRefundedAmount(asked)
  const order = ownSale(ctx, author, orderId)
  const before = refundable(ctx, order, asked)
  const amountMinor = asked.amount ?? before.leftMinor
  // The number of refunds so far is part of the idempotency key. A second click, or a retry after a
  // lost answer, repeats the same refund; once that is recorded, the next request is a new one.
  const idempotencyKey = `refund-${order.id}-${before.refunds}-${order.refusedRefunds}`
  try {
    const { processor, paymentIntentId } = processorOfOrder(ctx, order)
    // The processor forgets a key after a day, and its event about that refund may have been lost.
    const payment = await settle(ctx, processor, paymentIntentId)
    if (!payment) throw badState(say('This payment is not known here any more.'), say('Ask the owner of this site.'))
    if (!isMade(mustBeSale(ctx, order), before, amountMinor)) {
      refuseDuringDispute(payment)
      const why = artistOf(ctx, order.cassetId).id === author.artistId ? 'artist' : 'owner'
      const { leavesDebt = false } = asked
      await refundCovered(ctx, processor, { order, payment, author, amountMinor, leavesDebt }, async () => {
        await requestRefund(ctx, order, { amountMinor, why, idempotencyKey })
        await settle(ctx, processor, paymentIntentId)
      })
      noteSecurity(ctx, 'refund_made', { userId: author.userId, address }, { orderId, amountMinor })
    }
  } catch (error) {
    throw await explainRefusal(ctx, order, before, error)
  }
  return mustBeSale(ctx, order).sale
}

/** Whether this very refund was made before. Throws BAD_STATE when anything else has changed. */
function isMade(now: CountedSale, before: CountedSale, amountMinor: number): boolean {
  if (now.refunds === before.refunds && now.leftMinor === before.leftMinor) return false
  if (now.sale.refundedAmount === before.sale.refundedAmount + amountMinor) return true
  requireRefundable(now)
  throw changed()
}

/**
 * The processor refunds nothing of a payment as long as one of its disputes forbids it, not even
 * the undisputed part. It accepts a refund once a dispute left the money, whatever its flag still
 * says.
 */
function refuseDuringDispute({ disputes }: Payment): void {
  const barring = disputes.filter((each) => !each.is_charge_refundable && disputeStateOf(each) !== 'KEPT')
  if (barring.length === 0) return
  if (barring.every((dispute) => !isUndecided(dispute))) {
    throw badState(
      say('The payment processor refunds nothing more of a payment that was disputed.'),
      say('What you still want to give back has to be paid another way.'),
    )
  }
  throw badState(
    say('The buyer has disputed a part of this payment.'),
    say(
      'The payment processor refunds nothing of it until their bank has decided, which may take three months: you get an email then.',
    ),
  )
}

/** A retried partial refund names the earlier sum, or it refunds twice (rule: refunding-sales). */
function requireRefundedAmount({ amount, refundedAmount }: NewRefund): void {
  if (amount === undefined || refundedAmount !== undefined) return
  throw invalid('refundedAmount', say('Send "refundedAmount" along with "amount".'), say('The list of sales has it.'))
}

function mustBeSale(ctx: Ctx, order: Order): CountedSale {
  if (order.amountMinor === 0)
    throw badState(say('This sale was free.'), say('Nothing was paid, so there is nothing to refund.'))
  if (!doesCount(ctx, order.mode)) throw inAnotherMode()
  const sale = readSale(ctx, order.id)
  if (sale) return sale
  throw badState(say('This order was never paid.'), say('There is nothing to refund.'))
}

function refundable(ctx: Ctx, order: Order, { amount, refundedAmount }: NewRefund): CountedSale {
  const found = mustBeSale(ctx, order)
  requireRefundable(found)
  if (refundedAmount !== undefined && refundedAmount !== found.sale.refundedAmount) throw changed()
  const { leftMinor: left } = found
  if (amount === undefined || amount <= left) return found
  throw invalid(
    'amount',
    say('This is more than is left of the sale.'),
    say('At most {sum} can be refunded.', { sum: sumText({ amount: left, currency: order.currency }) }),
  )
}

function requireRefundable({ sale: { status, dispute }, leftMinor }: CountedSale): void {
  if (status === 'REFUNDED') throw badState(say('This sale is already refunded.'), say('The money is on its way back.'))
  if (status !== 'DISPUTED' || leftMinor > 0) return
  if (dispute === 'LOST') {
    throw badState(say("The buyer's bank has given this money back."), say('A refund now would pay it back twice.'))
  }
  throw badState(
    say('The buyer has disputed this payment.'),
    say('Their bank decides where the money goes: a refund now would pay it back twice.'),
  )
}

/** Returns why there was no refund, after reading the payment's present state again. */
async function explainRefusal(ctx: Ctx, order: Order, before: CountedSale, error: unknown): Promise<unknown> {
  const { processor } = ctx
  if (error instanceof ProcessorFault) {
    if (error.isAnswered && processor && order.paymentIntentId !== null) {
      // The processor repeats this answer to the same key: once the payment has been read again,
      // the next try gets another key.
      await settle(ctx, processor, order.paymentIntentId, () => countRefusal(ctx, order))
    }
    const hint = say('Try again in a minute: nothing is refunded twice.')
    return new AppError(error.code, error.message, { ...error.detail, hint })
  }
  const isNo = isRefused(error)
  if (!(isNo || isOtherRequest(error)) || !processor || order.paymentIntentId === null) return error
  await settle(ctx, processor, order.paymentIntentId, () => isNo && countRefusal(ctx, order))
  const now = mustBeSale(ctx, order)
  requireRefundable(now)
  if (now.sale.refundedAmount !== before.sale.refundedAmount) return changed()
  return badState(
    say('The payment processor refused this refund.'),
    say('The balance may be too low: try again later.'),
  )
}

const changed = () =>
  badState(say('This sale has changed in the meantime.'), say('Load the page again to see what is left of it.'))

const badState = (message: string, hint: string) => new AppError('BAD_STATE', message, { hint })
