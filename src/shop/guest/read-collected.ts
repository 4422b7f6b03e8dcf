import { inArray } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import { isHeldByGuest } from '../../casset/access/guest-access.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { goodsOf } from '../../order/goods.ts'
import { orderOfLink } from '../../order/guest-link.ts'
import type { Order } from '../../order/order.ts'
import { doesCount } from '../../platform/payment/mode.ts'
import { firstEmailKeys } from './emails.ts'

/**
 * The state of a guest's order: `held`, given to somebody else, not paid yet, being returned
 * because it could not be delivered, ended with a refund or a dispute, claimed by an account, or
 * paid in another mode.
 */
export type CollectedStatus = 'held' | 'given' | 'unpaid' | 'undelivered' | 'ended' | 'claimed' | 'uncounted'

export function collectedStatusOf(ctx: Ctx, order: Order): CollectedStatus {
  if (isHeldByGuest(ctx, order.id)) return 'held'
  if (order.holderId !== null) return 'claimed'
  if (order.state === 'UNDELIVERED') return 'undelivered'
  if (order.state !== 'PAID') return 'unpaid'
  const { find, given } = goodsOf(ctx)[order.kind].holding
  if (find(ctx, order)?.endedAt !== null) return 'ended'
  return given && doesCount(ctx, order.mode) ? 'given' : 'uncounted'
}

/** Throws NOT_FOUND for a link that we did not issue. */
export function readCollected(ctx: Ctx, secret: string): { order: Order; status: CollectedStatus } {
  const order = orderOfLink(ctx, 'open', secret)
  if (!order) throw notFound('link')
  return { order, status: collectedStatusOf(ctx, order) }
}

const reasons = (): Readonly<Record<Exclude<CollectedStatus, 'held'>, readonly [text: string, hint: string]>> => ({
  given: [say('This is a gift for somebody else.'), say('Its receiver gets it by the link in their email.')],
  unpaid: [say('This is not paid yet.'), say('As soon as the payment arrives, this link gives it to you.')],
  undelivered: [
    say('We could not give you what you paid for.'),
    say('All of it goes back to you. Banks take about a week.'),
  ],
  ended: [say('This purchase has ended: the money went back.'), say('Buy the casset to have it again.')],
  claimed: [say('This is in the library of an account by now.'), say('Sign in with that account.')],
  uncounted: [say('This was paid in another payment mode (test or live).'), say('Buy the casset to have it here.')],
})

export function notHeld(status: Exclude<CollectedStatus, 'held'>): AppError {
  const [text, hint] = reasons()[status]
  return new AppError('BAD_STATE', text, { hint })
}

/** Throws NOT_FOUND, and BAD_STATE with the reason. */
export function heldOrder(ctx: Ctx, secret: string): Order {
  const { order, status } = readCollected(ctx, secret)
  if (status !== 'held') throw notHeld(status)
  return order
}

/** Whether an email with an order's links was sent or will be: without SMTP none is. */
export function isMailed({ db, mailer }: Ctx, orderId: string): boolean {
  if (!mailer) return false
  const rows = db
    .select({ problem: mails.problem })
    .from(mails)
    .where(inArray(mails.uniqueKey, firstEmailKeys(orderId)))
  return rows.all().some(({ problem }) => problem === null)
}
