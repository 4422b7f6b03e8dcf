import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { actorOf, readBought } from '../../books/receipt/issue-receipt.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { goodsOf } from '../goods.ts'
import type { Order } from '../order.ts'
import { artistsPaidBy } from '../payees.ts'
import { isRefundedFor } from '../refund-reason.ts'
import { noteItem, SoldItem, soldItem } from '../sold-item.ts'

export const refundNotification = defineNotification('refund', {
  namesOthers: true,
  digest: 'money',
  details: t.Object({
    amount: t.Integer(),
    currency: t.String(),
    /** The thing sold. Version 0.2 kept its name. */
    what: t.Union([t.String(), SoldItem]),
    hasFailed: t.Boolean(),
    byOwner: t.Boolean(),
    isTest: t.Boolean(),
  }),
  message: ({ amount, currency, what, hasFailed, byOwner, isTest }, who, ctx) => {
    const sum = sumText({ amount, currency })
    const name = typeof what === 'string' ? what : goodsOf(ctx)[what.kind].receipt.name(soldItem(what))
    const text = hasFailed
      ? say('{what}: their bank did not accept it', { what: name })
      : byOwner
        ? say('{what}: the owner of this site refunded it', { what: name })
        : name
    return {
      title: hasFailed
        ? say('A refund of {sum} to {who} failed', { sum, who })
        : say('{sum} went back to {who}', { sum, who }),
      text: isTest ? `${text} · ${say('TEST ## no real money')}` : text,
      path: '/studio/sales',
    }
  },
})

export const moneyBackNotification = defineNotification('money-back', {
  details: t.Object({ amount: t.Integer(), currency: t.String(), what: SoldItem, isTest: t.Boolean() }),
  message: ({ amount, currency, what, isTest }, _, ctx) => {
    const name = goodsOf(ctx)[what.kind].receipt.name(soldItem(what))
    const text = say('{what}: the owner of this site refunded it', { what: name })
    return {
      title: say('{sum} is on its way back to you', { sum: sumText({ amount, currency }) }),
      text: isTest ? `${text} · ${say('TEST ## no real money')}` : text,
      path: '/receipts',
    }
  },
})

/**
 * Notifies the artist, or each seller of a co-casset, of each refund of a payment, and its payer of
 * those that the site made. Called in the transaction that stores it.
 */
export function notifyOfRefunds(ctx: Ctx, order: Order, { refunds }: Payment): void {
  if (refunds.length === 0) return
  const bought = readBought(ctx, order.id)
  if (!bought) return
  const what = noteItem(order, bought)
  for (const refund of refunds) {
    const { id, amount, status } = refund
    if (status === 'requires_action') continue
    const about = {
      amount,
      currency: order.currency,
      what,
      byOwner: isRefundedFor('owner', refund),
      isTest: isTestMoney(order.mode),
    }
    const tell = (hasFailed: boolean) => {
      for (const artistId of artistsPaidBy(ctx, order)) {
        notify(ctx, refundNotification, {
          artistId,
          ...actorOf(bought),
          key: hasFailed ? `${id} failed` : id,
          details: { ...about, hasFailed },
        })
      }
    }
    tell(false)
    const { artistId } = bought.payer
    if (about.byOwner && artistId !== null) {
      const { byOwner: _, ...details } = about
      notify(ctx, moneyBackNotification, { artistId, key: id, details })
    }
    if (status === 'failed' || status === 'canceled') tell(true)
  }
}
