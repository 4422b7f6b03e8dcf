import { say } from '../../lib/language/say.ts'
import type { Goods } from '../order/goods.ts'
import { isTipped, recordTip, type TellTip, tipOf } from './record-tip.ts'

/**
 * A tip: the sender gets nothing to keep and may send any number. `tellTip` announces it in the
 * casset's room.
 */
export const tipGoods = (tellTip: TellTip): Goods => ({
  kind: 'tip',
  isSale: true,
  taxed: 'by choice',
  deliver: (ctx, order, status) => recordTip(ctx, order, status, tellTip),
  held: tipOf,
  isHeld: isTipped,
  checkoutPath: () => '/tip',
  label: say('Tip'),
  receipt: {
    name: () => 'Tip',
    line: (sellerName) => say('A tip for {sellerName}', { sellerName }),
    detail: ({ message }) => message ?? say('No message'),
  },
  sale: {
    did: () => 'tipped you',
    what: ({ order }) => order.message,
    title: () => null,
    name: () => 'a tip',
    refundWarning: say('After a full refund, the tip no longer counts.'),
  },
  evidence: {
    product: (_item, seller) =>
      say('A tip: money that the buyer gave to the artist {seller}, of their own accord.', { seller }),
    isInAccount: false,
  },
  email: {
    line: say('A tip'),
    thanks: (_name, seller) => say('Your tip has reached {seller}. How good of you.', { seller }),
    kept: '',
    ended: '',
    keptAfterAll: '',
  },
  figure: 'tips',
  ledgerName: () => 'Tip',
})
