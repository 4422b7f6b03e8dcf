import { isHeldByGuest } from '../../casset/access/guest-access.ts'
import { restOfSingles, tracksOfOrder } from '../../casset/access/track-holding.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { orderOfLink } from '../../order/guest-link.ts'
import { type Order, orderById } from '../../order/order.ts'
import { joinedOrders } from '../rest/rest-orders.ts'

/**
 * Returns the order of a secret by which somebody has single tracks as a guest: of their link, or
 * of the one that a browser keeps for the rest. Undefined for any other, and once they are claimed
 * or have ended.
 */
export function singlesByLink(ctx: Ctx, secret: string): Order | undefined {
  const order = orderOfLink(ctx, 'open', secret) ?? orderOfLink(ctx, 'rest', secret)
  return order && isSinglesOfGuest(ctx, order) ? order : undefined
}

const isSinglesOfGuest = (ctx: Ctx, order: Order): boolean =>
  tracksOfOrder(ctx, order).length > 0 && isHeldByGuest(ctx, order.id)

type HeldByLink = {
  /** Their orders, with those that were taken off the same price before. */
  orderIds: string[]
  /** Whether the rest was bought with one of them, so that nothing is left to buy. */
  hasRest: boolean
}

/** Returns what a secret proves that a guest has of a casset; undefined for nothing. */
export function heldByLink(ctx: Ctx, secret: string, cassetId: string): HeldByLink | undefined {
  const found = singlesByLink(ctx, secret)
  if (found?.cassetId !== cassetId) return undefined
  const orderIds = joinedOrders(ctx, found.id).filter((id) => {
    const order = orderById(ctx, id)
    return order !== undefined && isSinglesOfGuest(ctx, order)
  })
  return { orderIds, hasRest: orderIds.some((id) => restOfSingles(ctx, id) !== undefined) }
}

/**
 * Returns the orders for single tracks whose price is taken off the rest of a casset, because their
 * links are given. Throws NOT_FOUND for a link that holds no single track of it, BAD_STATE when the
 * rest was bought with one of them.
 */
export function singlesToTakeOff(ctx: Ctx, secrets: readonly string[], cassetId: string): string[] {
  const found = secrets.map((secret) => heldByLink(ctx, secret, cassetId))
  if (found.includes(undefined)) throw notFound('link')
  if (found.some((held) => held?.hasRest)) throw new AppError('BAD_STATE', say('You already have this casset.'))
  return [...new Set(found.flatMap((held) => held?.orderIds ?? []))]
}
