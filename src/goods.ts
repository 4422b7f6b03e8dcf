import { prizeGoods } from './campaign/prize-goods.ts'
import { cassetGoods } from './checkout/casset-goods.ts'
import { emojiGoods } from './emoji/emoji-goods.ts'
import { licenseGoods } from './license/license-goods.ts'
import type { GoodsByKind } from './order/goods.ts'
import { tipGoods } from './tip/tip-goods.ts'

/** All that people pay for, one line a kind. */
export const goods: GoodsByKind = {
  casset: cassetGoods,
  emoji: emojiGoods,
  tip: tipGoods,
  prize: prizeGoods,
  license: licenseGoods,
}
