import type { Goods } from '../order/goods.ts'
import { isTipped, recordTip, type TellTip, tipOf } from './record-tip.ts'

/** A tip: the sender gets nothing to keep and may send any number. `tellTip` tells the casset's room of it. */
export const tipGoods = (tellTip: TellTip): Goods => ({
  kind: 'tip',
  deliver: (ctx, order, status) => recordTip(ctx, order, status, tellTip),
  held: tipOf,
  isHeld: isTipped,
  checkoutPath: () => '/tip',
  receiptName: () => 'Tip',
  sold: () => 'tipped you',
  saleDetail: ({ order }) => order.message,
  letter: {
    line: 'A tip',
    thanks: (_name, seller) => `Your tip has reached ${seller}. How good of you.`,
    kept: '',
    ended: '',
    keptAfterAll: '',
  },
  figure: 'tips',
})
