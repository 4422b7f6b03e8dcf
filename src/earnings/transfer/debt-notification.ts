import { Type as t } from '@sinclair/typebox'
import { and, count, eq } from 'drizzle-orm'
import { ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { artistNames } from '../../account/artist-names.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import type { Order } from '../../order/order.ts'
import type { RefundShare } from '../../order/post/refund-shares.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import { owedTo, type Part } from './owed.ts'

/** A refund took more than an artist has: the owner of the instance hears of the debt. */
export const debtNotification = defineNotification('refund-debt', {
  digest: 'money',
  details: t.Object({ amount: t.Integer(), currency: t.String(), isTest: t.Boolean() }),
  message: ({ amount, currency, isTest }, who) => ({
    title: say('A refund leaves a debt: {who} owes you {sum}', { who, sum: sumText({ amount, currency }) }),
    text: isTest
      ? say('Your account at the payment processor has that much less until they sell something again · TEST')
      : say('Your account at the payment processor has that much less until they sell something again'),
    path: '/studio/sellers',
  }),
})

/** A refund waits until an artist's account has what it takes, and the owner is notified once. */
export const waitsNotification = defineNotification('refund-waits', {
  digest: 'money',
  details: t.Object({ amount: t.Integer(), currency: t.String(), isTest: t.Boolean() }),
  message: ({ amount, currency, isTest }, who) => ({
    title: say('A refund waits: the account of {who} lacks {sum}', { who, sum: sumText({ amount, currency }) }),
    text: isTest
      ? say('It is tried each day, and made once the account has it · TEST')
      : say('It is tried each day, and made once the account has it'),
    path: '/studio/sellers',
  }),
})

/** Notifies the owner of the instance of a refund that waits. Called in a transaction. */
export function notifyOfWait(ctx: Ctx, order: Order, { artistId, amountMinor, currency }: RefundShare): void {
  const owner = ownerArtist(ctx)
  if (owner === undefined || !artistNames(ctx, artistId)) return
  notify(ctx, waitsNotification, {
    artistId: owner,
    actorId: artistId,
    key: order.id,
    details: { amount: amountMinor, currency, isTest: isTestMoney(order.mode) },
  })
}

/**
 * Notifies the owner of the instance of the debt that a refund left, once nothing more can be taken
 * back. Called in a transaction.
 */
export function notifyOfDebt(ctx: Ctx, order: Order, part: Part): void {
  const { artistId, currency } = part
  const amount = Math.min(-part.amountMinor, -owedTo(ctx, part))
  const owner = ownerArtist(ctx)
  if (amount <= 0 || owner === undefined) return
  const isRefund = and(eq(ledgerPostings.orderId, order.id), eq(ledgerPostings.kind, 'REFUND'))
  const { refunds = 0 } = ctx.db.select({ refunds: count() }).from(ledgerPostings).where(isRefund).get() ?? {}
  // The books may know an artist whom the database does not.
  if (refunds === 0 || !artistNames(ctx, artistId)) return
  notify(ctx, debtNotification, {
    artistId: owner,
    actorId: artistId,
    key: `${order.id} ${artistId} ${refunds}`,
    details: { amount, currency, isTest: isTestMoney(order.mode) },
  })
}
