import type { Goods } from '../order/goods.ts'
import { grant } from '../order/grant.ts'
import { ofAccount } from '../order/order.ts'
import { emojiHoldings } from './emoji-holdings.ts'

/** A custom emoji: each buyer buys it once. */
export const emojiGoods: Goods = {
  kind: 'emoji',
  deliver: (ctx, order, standing) => grant(ctx, order, standing, emojiHoldings(ctx, ofAccount(order))),
  held: (ctx, order) => emojiHoldings(ctx, ofAccount(order)).find(),
  isHeld: (ctx, order) => emojiHoldings(ctx, ofAccount(order)).find()?.endedAt === null,
  checkoutPath: ({ emojiId }) => `/emoji/${emojiId}`,
  receiptName: ({ shortcode }) => `:${shortcode}:`,
  sold: ({ shortcode }) => `bought :${shortcode}:`,
  saleDetail: ({ shortcode }) => shortcode,
  letter: {
    thanks: (name, seller) => `${name} by ${seller} is yours now. How good to have it with you.`,
    kept: 'You keep what you bought.',
    ended: 'You no longer have the emoji.',
    keptAfterAll: 'Until the refund goes through, you have what you bought.',
  },
  figure: 'emoji',
}
