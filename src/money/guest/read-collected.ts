import { inArray } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import { isHeldByGuest } from '../../casset/access/guest-access.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { goodsOf } from '../order/goods.ts'
import { orderOfLink } from '../order/guest-link.ts'
import type { Order } from '../order/order.ts'
import { firstLetterKeys } from './letters.ts'

/**
 * What a guest has by an order: `held`, not paid yet, on its way back because it could not be given, ended with a refund or
 * a dispute, put into the library of an account, or paid in another mode than the present one.
 */
export type Standing = 'held' | 'unpaid' | 'undelivered' | 'ended' | 'claimed' | 'uncounted'

/** Returns what a guest has by an order, and why it is nothing. */
export function standingOf(ctx: Ctx, order: Order): Standing {
  if (isHeldByGuest(ctx, order.id)) return 'held'
  if (order.holderId !== null) return 'claimed'
  if (order.state === 'UNDELIVERED') return 'undelivered'
  if (order.state !== 'PAID') return 'unpaid'
  return goodsOf(ctx)[order.kind].held(ctx, order)?.endedAt === null ? 'uncounted' : 'ended'
}

/** Returns the order of a secret link, and what its guest has. Throws NOT_FOUND for no link of ours. */
export function readCollected(ctx: Ctx, secret: string): { order: Order; standing: Standing } {
  const order = orderOfLink(ctx, 'open', secret)
  if (!order) throw notFound('link')
  return { order, standing: standingOf(ctx, order) }
}

const reasons: Readonly<Record<Exclude<Standing, 'held'>, readonly [text: string, hint: string]>> = {
  unpaid: ['This is not paid yet.', 'As soon as the payment arrives, this link gives it to you.'],
  undelivered: ['We could not give you what you paid for.', 'All of it goes back to you. Banks take about a week.'],
  ended: ['This purchase has ended: the money went back.', 'Collect the casset to have it again.'],
  claimed: ['This is in the library of an account by now.', 'Sign in with that account.'],
  uncounted: ['This was paid in another payment mode (test or live).', 'Collect the casset to have it here.'],
}

/** Returns why a guest does not have what they ordered. */
export function notHeld(standing: Exclude<Standing, 'held'>): AppError {
  const [text, hint] = reasons[standing]
  return new AppError('BAD_STATE', text, { hint })
}

/** Returns the order of a secret link whose guest has what it is for. Throws NOT_FOUND, and BAD_STATE with the reason. */
export function heldOrder(ctx: Ctx, secret: string): Order {
  const { order, standing } = readCollected(ctx, secret)
  if (standing !== 'held') throw notHeld(standing)
  return order
}

/** Returns whether a letter with the links of an order was sent or is about to be: without SMTP none is. */
export function isMailed({ db, mailer }: Ctx, orderId: string): boolean {
  if (!mailer) return false
  const rows = db
    .select({ problem: mails.problem })
    .from(mails)
    .where(inArray(mails.uniqueKey, firstLetterKeys(orderId)))
  return rows.all().some(({ problem }) => problem === null)
}
