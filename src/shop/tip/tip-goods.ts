import { wayToPage } from '../../books/receipt/ways.ts'
import { say } from '../../lib/language/say.ts'
import type { Goods } from '../../order/goods.ts'
import { recordTip, type TellTip, tipOf } from './record-tip.ts'

/** A sender gets nothing to keep and may send any number. `tellTip` announces it in the room. */
export const tipGoods = (tellTip: TellTip): Goods => ({
  kind: 'tip',
  holding: { find: tipOf },
  taxed: 'by choice',
  isDonation: true,
  deliver: (ctx, order, status) => recordTip(ctx, order, status, tellTip),
  checkoutPath: () => '/tip',
  get label() {
    return say('Tip')
  },
  receipt: {
    name: () => say('Tip'),
    line: (sellerName) => say('A tip for {artist}', { artist: sellerName }),
    detail: ({ message }) => message ?? say('No message'),
  },
  sale: {
    did: (_item, who) => say('{who} tipped you', { who }),
    what: ({ order }) => order.message,
    title: () => null,
    name: () => say('a tip ## in a sentence'),
    get refundWarning() {
      return say('After a full refund, the tip no longer counts.')
    },
  },
  evidence: {
    product: (_item, seller) => `A tip: money that the buyer gave to the artist ${seller}, of their own accord.`,
    isInAccount: false,
  },
  email: {
    way: wayToPage,
    get line() {
      return say('A tip')
    },
    thanks: (_name, seller) => say('Your tip has reached {seller}. How good of you.', { seller }),
    kept: '',
    ended: '',
    keptAfterAll: '',
  },
  figure: 'tips',
  ledgerName: () => 'Tip',
})
