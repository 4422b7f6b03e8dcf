import { inArray } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { heldRestsOf } from '../../casset/access/track-holding.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs, hourMs } from '../../lib/time/calendar.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import type { NoteTaken } from '../../platform/mail/send-mail.ts'
import { endOfOffer, toldDays } from '../call-back.ts'
import { goodsOf } from '../goods.ts'
import { type Order, orderById } from '../order.ts'
import { finishWithdrawalKind } from '../refund-reason.ts'
import type { Agreement } from '../shape.ts'
import { tellLater } from '../tell-payment.ts'
import { noteConfirmed, notePress, notePressed } from '../withdrawal-offer.ts'
import { refundWhole } from './refund-whole.ts'
import { isHeldByOrder } from './return-whole.ts'

/** A press on the key stops downloads for so long, in which the money goes back or does not. */
const pressedMs = hourMs

/** The press itself has refunded it by then, unless the program was ended meanwhile. */
const finishesMs = 60_000

type Right = Pick<Order, 'withdrawal' | 'agrees'>

/**
 * Returns the right to withdraw from a new order (rule: withdrawal): the days, which the buyer's
 * agreement to a delivery that begins at once ends as soon as it is confirmed; null where nothing
 * was said. Throws BAD_STATE for a buyer who was shown an offer that the site no longer makes.
 */
export function withdrawalOf(ctx: Ctx, kind: Order['kind'], agrees: Agreement | undefined): Right {
  if (goodsOf(ctx)[kind].delivery === undefined) return { withdrawal: null, agrees: false }
  if (ctx.config.giveBack === 'on') return { withdrawal: 'offered', agrees: false }
  if (agrees !== 'at-download') return { withdrawal: agrees ? 'offered' : null, agrees: agrees === true }
  throw new AppError('BAD_STATE', say('What you may give back has changed since this page was loaded.'), {
    hint: say('Load the page again to see what holds now.'),
  })
}

/**
 * Whether the price of an order's tracks was taken off that of another one, which was paid and is
 * held now.
 */
export const isTakenOff = (ctx: Ctx, order: Order): boolean =>
  heldRestsOf(ctx, order).some((id) => (orderById(ctx, id)?.amountMinor ?? 0) > 0)

/** Until when the payer of an order may give it back (ms), and the day that they are told. */
export type Withdrawable = { why: 'until the day' | 'until the download'; until: number; told: number }

/**
 * Returns until when the payer of an order may give it back; null where they may not: it was not
 * offered, the days are over, it was downloaded, the rest of it was bought for the difference, or
 * nobody has it by this order.
 */
export function withdrawable(ctx: Ctx, order: Order): Withdrawable | null {
  const until = rightOf(ctx, order)
  return until && !isTakenOff(ctx, order) && isHeldByOrder(ctx, order) ? until : null
}

function rightOf(ctx: Ctx, order: Order): Withdrawable | null {
  const { kind, withdrawal, paidAt, downloadedAt } = order
  const { delivery, deliversAt } = goodsOf(ctx)[kind]
  const hour = deliversAt?.(ctx, order) ?? null
  if (hour !== null) return { why: 'until the day', until: hour, told: hour }
  if (withdrawal !== 'offered' || downloadedAt !== null) return null
  const until = endOfOffer(paidAt ?? 0)
  const told = Math.min(until, (paidAt ?? 0) + toldDays * dayMs)
  const why = delivery === 'use' ? 'until the day' : 'until the download'
  return until > ctx.now() ? { why, until, told } : null
}

/**
 * Stores that a payer gives an order back, which nobody can download then. Returns whether they
 * can: false when it was downloaded a moment before. A job finishes what the program was ended in
 * the middle of, also in a restored database, which hears of it from the payment.
 */
export function startWithdrawal(ctx: Ctx, order: Order, runAt = ctx.now() + finishesMs): boolean {
  return inTransaction(ctx.db, () => {
    const { id: orderId, kind } = order
    const deliversAt = goodsOf(ctx)[kind].deliversAt?.(ctx, order) ?? 0
    const withdrawnAt = ctx.now()
    if (!notePress(ctx, orderId, withdrawnAt, runAt, deliversAt)) return false
    tellLater(ctx, orderId)
    return true
  })
}

/** Looks again for a payment that is out of reach, before a press no longer stops downloads. */
const asksAgainMs = pressedMs / 2

/**
 * Refunds an order whose payer has pressed the key, if it was not refunded then: the program was
 * ended, or the processor did not answer. It waits while the site takes no payments of its mode,
 * and while its artists were sent the money and lack some of it. An order that was downloaded since
 * is kept.
 */
export const finishWithdrawalJob = defineJob(finishWithdrawalKind.kind, {
  payload: finishWithdrawalKind.payload,
  concurrency: 1,
  maxAttempts: 60,
  async run(ctx, { orderId }, _attempt, _signal, end) {
    const order = orderById(ctx, orderId)
    if (!order || order.withdrawnAt === null) return
    const isInReach = ctx.processor?.mode === order.mode
    if (isInReach && !isHeldByOrder(ctx, order)) return
    // Pressed once more: nobody downloads while it waits or the processor is asked.
    if (!notePressed(ctx, orderId, ctx.now())) return
    if (isInReach && (await refundWhole(ctx, orderId, 'withdrawal'))) return
    await ctx.jointly(() => {
      end()
      const runAt = ctx.now() + (isInReach ? dayMs : asksAgainMs)
      ctx.jobs.add(finishWithdrawalJob, { orderId }, { key: orderId, runAt })
    })
  },
})

export function isWithdrawing({ db, now }: Ctx, orderIds: readonly string[]): boolean {
  const since = now() - pressedMs
  return db
    .select({ at: orders.withdrawnAt })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
    .all()
    .some(({ at }) => at !== null && at > since)
}

/** The receipt confirms what a buyer agreed to, on a medium that they keep (rule: withdrawal). */
export const noteReceiptTaken: NoteTaken = (ctx, { kind, uniqueKey }) => {
  if (kind === 'receipt') noteConfirmed(ctx, uniqueKey.slice(`${kind}:`.length))
}
