import type { Goods } from '../order/goods.ts'
import { isTipped, recordTip, tipOf } from './record-tip.ts'

/** A tip: the sender gets nothing to keep and may send any number. */
export const tipGoods: Goods = {
  kind: 'tip',
  deliver: recordTip,
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
}
