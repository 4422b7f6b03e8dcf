import { wayToPage } from '../../../books/receipt/ways.ts'
import { say } from '../../../lib/language/say.ts'
import type { Goods, NamedItem } from '../../../order/goods.ts'
import { type Order, thingIdOf } from '../../../order/order.ts'
import { grant } from '../../../order/settle/grant.ts'
import { emojiHoldings, isOfCasset } from './emoji-holdings.ts'

const inColons = ({ subject }: Pick<Order, 'subject'>): string => `:${subject}:`
const nameOf = ({ order }: NamedItem): string => inColons(order)

export const emojiGoods: Goods = {
  kind: 'emoji',
  holding: { find: (ctx, order) => emojiHoldings(ctx, order).find() },
  delivery: 'use',
  taxed: 'always',
  deliver: (ctx, order, state) => grant(ctx, order, state, emojiHoldings(ctx, order)),
  lost: {
    obstacle: (ctx, order) =>
      isOfCasset(ctx, order) ? null : say('the database has no emoji {emoji}', { emoji: order.thingId ?? '' }),
  },
  checkoutPath: (order) => `/emoji/${thingIdOf(order)}`,
  get label() {
    return say('Emoji ## one')
  },
  receipt: { name: nameOf },
  sale: {
    did: (item, who) => say('{who} bought {name}', { who, name: nameOf(item) }),
    what: ({ order }) => order.subject,
    title: nameOf,
    name: nameOf,
    get refundWarning() {
      return say('After a full refund, they lose the emoji.')
    },
  },
  evidence: {
    product: (item, seller) =>
      `${nameOf(item)}, a small picture for messages, by the artist ${seller}. It works at once.`,
    isInAccount: true,
  },
  email: {
    way: wayToPage,
    thanks: (name, seller) => say('{name} by {seller} is yours now. How good to have it with you.', { name, seller }),
    get kept() {
      return say('You keep what you bought.')
    },
    get ended() {
      return say('You no longer have the emoji.')
    },
    get keptAfterAll() {
      return say('Until the refund goes through, you have what you bought.')
    },
  },
  figure: 'emoji',
  ledgerName: (_ctx, item) => inColons(item),
}
