import type { Goods, OrderedItem } from '../order/goods.ts'
import { grant } from '../order/grant.ts'
import { ofAccount } from '../order/order.ts'
import { emojiHoldings } from './emoji-holdings.ts'

const nameOf = ({ shortcode }: OrderedItem): string => `:${shortcode}:`

/** A custom emoji: each buyer buys it once. */
export const emojiGoods: Goods = {
  kind: 'emoji',
  deliver: (ctx, order, standing) => grant(ctx, order, standing, emojiHoldings(ctx, ofAccount(order))),
  held: (ctx, order) => emojiHoldings(ctx, ofAccount(order)).find(),
  isHeld: (ctx, order) => emojiHoldings(ctx, ofAccount(order)).find()?.endedAt === null,
  checkoutPath: ({ emojiId }) => `/emoji/${emojiId}`,
  label: 'Emoji',
  receipt: { name: nameOf },
  sale: {
    did: (item) => `bought ${nameOf(item)}`,
    what: ({ shortcode }) => shortcode,
    title: nameOf,
    name: nameOf,
    refundWarning: 'After a full refund, they lose the emoji.',
  },
  evidence: {
    product: (item, seller) =>
      `${nameOf(item)}, a small picture for messages, by the artist ${seller}. It works at once.`,
    isInAccount: true,
  },
  letter: {
    thanks: (name, seller) => `${name} by ${seller} is yours now. How good to have it with you.`,
    kept: 'You keep what you bought.',
    ended: 'You no longer have the emoji.',
    keptAfterAll: 'Until the refund goes through, you have what you bought.',
  },
  figure: 'emoji',
}
