import { prizeGoods } from './drop/prize-goods.ts'
import { cassetGoods } from './money/checkout/casset-goods.ts'
import { everythingGoods } from './money/checkout/everything-goods.ts'
import { singleGoods } from './money/checkout/single-goods.ts'
import { emojiGoods } from './money/emoji/emoji-goods.ts'
import { giftGoods } from './money/gift/gift-goods.ts'
import type { GoodsByKind } from './money/order/goods.ts'
import { tipGoods } from './money/tip/tip-goods.ts'
import { licenseGoods } from './release/license/license-goods.ts'
import { announceTip } from './room/announce-tip.ts'

/** All kinds of goods, one line a kind. */
export const goods: GoodsByKind = {
  casset: cassetGoods,
  single: singleGoods,
  everything: everythingGoods,
  gift: giftGoods,
  emoji: emojiGoods,
  tip: tipGoods(announceTip),
  prize: prizeGoods,
  license: licenseGoods,
}
