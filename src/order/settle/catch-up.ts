import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { noteVat } from '../from-charge.ts'
import { goodsOf } from '../goods.ts'
import type { Order } from '../order.ts'
import { knowsMore, numberIn, toldVat } from '../order-metadata.ts'
import { noteTold } from '../tell-payment.ts'
import { noteConfirmed, noteDownloaded, notePress } from '../withdrawal-offer.ts'

/** Returns for the owner what a payment tells and a restored copy lacks (rule: rebuilt-orders). */
export function behindText(ctx: Ctx, order: Order, metadata: Stripe.Metadata): string[] {
  const behind = goodsOf(ctx)[order.kind].lost?.behind?.(ctx, order, metadata) ?? null
  if (behind !== null) return [behind]
  return knowsMore(order, metadata)
    ? [say('the payment of order {order} was told of later changes than the database has', { order: order.id })]
    : []
}

/** Takes over what only the order's payment knows. Called in the transaction that settles it. */
export function catchUp(ctx: Ctx, order: Order, metadata: Stripe.Metadata): void {
  goodsOf(ctx)[order.kind].lost?.catchUp?.(ctx, order, metadata)
  if (!knowsMore(order, metadata)) return
  const downloadedAt = numberIn(metadata.downloadedAt)
  if (downloadedAt !== null) noteDownloaded(ctx, [order.id], downloadedAt)
  if (metadata.withdrawal === 'waived') noteConfirmed(ctx, order.id)
  const vat = toldVat(metadata)
  if (vat && order.vatMinor === null) noteVat(ctx, order, vat)
  const withdrawnAt = numberIn(metadata.withdrawnAt)
  if (withdrawnAt !== null) notePress(ctx, order.id, withdrawnAt, ctx.now(), withdrawnAt)
  // Not less than it told: what is told next is the newest.
  const told = Math.max(numberIn(metadata.told) ?? 0, order.told)
  noteTold(ctx, order.id, told)
}
