import type Stripe from 'stripe'
import { failCharge, pendingCharge, retrieveCharge } from '../charge/charge.ts'
import { type AccountContext, nowSec } from '../context.ts'
import { resolvePaymentMethod } from '../customer/payment-method.ts'
import type { Decline } from '../customer/test-cards.ts'
import { emit } from '../event/event.ts'
import { invalidRequest } from '../request/api-error.ts'
import { completePayment, failPayment } from './complete.ts'
import { retrieveIntent } from './intent.ts'

const voucherLastsSec = 3 * 86_400

/** The PaymentIntent stays in `processing` until the bank tells. */
export function startDebit(
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const charge = ctx.store.charge.put(pendingCharge(ctx, intent, method))
  const waiting = ctx.store.payment_intent.put({ ...intent, latest_charge: charge.id, status: 'processing' })
  emit(ctx, 'payment_intent.processing', waiting)
  emit(ctx, 'charge.pending', charge)
  return waiting
}

/** The PaymentIntent stays in `requires_action` until the voucher is paid. */
export function issueVoucher(ctx: AccountContext, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const waiting = ctx.store.payment_intent.put({
    ...intent,
    next_action: {
      type: 'boleto_display_details',
      boleto_display_details: {
        expires_at: nowSec(ctx) + voucherLastsSec,
        hosted_voucher_url: `${ctx.server.pagesUrl()}/voucher/${intent.id}`,
        number: '01010101010101010101010101010101010101010101010',
        pdf: null,
      },
    },
    status: 'requires_action',
  })
  emit(ctx, 'payment_intent.requires_action', waiting)
  return waiting
}

const bankRefused: Decline = {
  code: 'payment_intent_payment_attempt_failed',
  reason: 'insufficient_funds',
  message: "The customer's bank account has insufficient funds to cover this payment.",
}
const voucherExpired: Decline = {
  code: 'payment_intent_payment_attempt_expired',
  message: 'The payment attempt for this PaymentIntent has expired.',
}

/** Throws for a payment that is no debit or voucher that waits. */
export function finishPayment(ctx: AccountContext, id: string, to: 'succeeded' | 'failed'): Stripe.PaymentIntent {
  const intent = retrieveIntent(ctx, id)
  const isVoucher = intent.next_action?.boleto_display_details !== undefined
  if (intent.status !== 'processing' && !isVoucher) {
    throw invalidRequest(`PaymentIntent ${id} waits for no bank: its status is ${intent.status}.`)
  }
  const method = resolvePaymentMethod(ctx, typeof intent.payment_method === 'string' ? intent.payment_method : '')
  if (isVoucher && to === 'failed') return failPayment(ctx, intent, method, voucherExpired)
  const pending = isVoucher
    ? ctx.store.charge.put(pendingCharge(ctx, intent, method))
    : retrieveCharge(ctx, typeof intent.latest_charge === 'string' ? intent.latest_charge : '')
  if (to === 'failed') {
    failCharge(ctx, pending, bankRefused)
    return failPayment(ctx, intent, method, bankRefused, pending.id)
  }
  return completePayment(ctx, intent, { ...pending, paid: true, status: 'succeeded' })
}
