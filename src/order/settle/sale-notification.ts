import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { actorOf, readBought } from '../../books/receipt/issue-receipt.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import { goodsOf } from '../goods.ts'
import type { Order } from '../order.ts'
import { artistsPaidBy } from '../payees.ts'
import { noteItem, SoldItem } from '../sold-item.ts'

export const saleNotification = defineNotification('sale', {
  namesOthers: true,
  switch: 'collects',
  digest: 'sales',
  details: t.Object({
    /** The thing sold. Version 0.2 kept the buyer's action in words: `did`. */
    item: t.Optional(SoldItem),
    did: t.Optional(t.String()),
    amount: t.Integer(),
    currency: t.String(),
    message: t.Union([t.String(), t.Null()]),
    isTest: t.Boolean(),
  }),
  message: ({ item, did, amount, currency, message, isTest }, who, ctx) => ({
    title: item
      ? goodsOf(ctx)[item.kind].sale.did({ order: { ...item, amountMinor: amount }, cassetName: item.cassetName }, who)
      : `${who} ${did}`,
    text: [
      amount > 0 ? sumText({ amount, currency }) : say('Free'),
      ...(isTest ? [say('TEST ## no real money')] : []),
      ...(message === null ? [] : [`“${message}”`]),
    ].join(' · '),
    path: '/studio/sales',
  }),
})

/** Called in the transaction that delivers it. */
export function notifyOfSale(ctx: Ctx, order: Order): void {
  const bought = readBought(ctx, order.id)
  if (!bought) return
  const { amountMinor: amount, currency, message } = order
  const item = noteItem(order, bought)
  const details = { item, amount, currency, message, isTest: isTestMoney(order.mode) }
  for (const artistId of artistsPaidBy(ctx, order)) {
    notify(ctx, saleNotification, { artistId, ...actorOf(bought), key: order.id, details })
  }
}
