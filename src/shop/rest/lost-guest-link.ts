import { accountExists } from '../../account/account-exists.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { isOfGuest } from '../../lib/payment/order-parties.ts'
import type { Goods } from '../../order/goods.ts'
import type { Order } from '../../order/order.ts'
import { knowsMore } from '../../order/order-metadata.ts'
import { claimJoined } from './claim-joined.ts'
import { forgetAgain } from './forget-guest.ts'
import { restoreLinks, toldLinks } from './told-links.ts'

/** Tells the instance's owner that an account claimed an order after the restored copy was made. */
export const claimText = (ctx: Ctx, { id: order }: Order, account: string): string =>
  accountExists(ctx, account)
    ? say('account {account} has claimed order {order}, but not in the database', { order, account })
    : say(
        'account {account} has claimed order {order}, and the database has no such account: whoever has its link can claim it again',
        { order, account },
      )

/**
 * The payment carries the hashes of the links that a guest was shown or sent, or that a gift was
 * sent with, so that they work again where a restored database has lost them
 * (rule: rebuilt-orders).
 */
export const lostGuestLink: NonNullable<Goods['lost']> = {
  tell: toldLinks,
  rebuild: restoreLinks,
  behind: (ctx, order, { claimedBy }) =>
    claimedBy === undefined || !isOfGuest(order) ? null : claimText(ctx, order, claimedBy),
  catchUp(ctx, order, metadata) {
    if (knowsMore(order, metadata)) restoreLinks(ctx, order.id, metadata)
    forgetAgain(ctx, order, metadata)
    const { claimedBy } = metadata
    if (claimedBy === undefined || !isOfGuest(order) || !accountExists(ctx, claimedBy)) return
    claimJoined(ctx, order, claimedBy)
  },
}
