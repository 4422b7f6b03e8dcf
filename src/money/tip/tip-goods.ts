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
  label: 'Tip',
  receipt: {
    name: () => 'Tip',
    line: (sellerName) => `A tip for ${sellerName}`,
    detail: ({ message }) => message ?? 'No message',
  },
  sale: {
    did: () => 'tipped you',
    what: ({ order }) => order.message,
    title: () => null,
    name: () => 'a tip',
    refundWarning: 'After a full refund, the tip no longer counts.',
  },
  evidence: {
    product: (_item, seller) => `A tip: money that the buyer gave to the artist ${seller}, of their own accord.`,
    isInAccount: false,
  },
  email: {
    line: 'A tip',
    thanks: (_name, seller) => `Your tip has reached ${seller}. How good of you.`,
    kept: '',
    ended: '',
    keptAfterAll: '',
  },
  figure: 'tips',
  ledgerName: () => 'Tip',
})
