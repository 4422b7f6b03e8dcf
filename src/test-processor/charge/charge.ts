import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { addBalanceTransaction, processingFee } from '../balance/balance.ts'
import { type AccountContext, newId } from '../context.ts'
import { cardBehaviour } from '../customer/payment-method.ts'
import type { Decline } from '../customer/test-cards.ts'
import { emit } from '../event/event.ts'
import { resourceMissing } from '../request/api-error.ts'
import { listRoute } from '../request/list-route.ts'
import { Metadata, withChanges } from '../request/metadata.ts'
import { Expand, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'
import { bareCharge } from './bare-charge.ts'
import { chargeDetails } from './charge-details.ts'

/** Returns a charge of this account. Throws resource_missing. */
export function retrieveCharge(ctx: AccountContext, id: string, param = 'id'): Stripe.Charge {
  const charge = ctx.store.charge.get(id)
  if (!charge) throw resourceMissing('charge', id, param)
  return charge
}

/** Charges the card of a PaymentIntent, stores and returns the charge, which is not settled yet. */
export const chargeCard = (
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  isAuthenticated: boolean,
): Stripe.Charge => ctx.store.charge.put(draftCharge(ctx, intent, method, isAuthenticated))

/** Returns the charge of a debit or voucher that waits for the bank. */
export const pendingCharge = (
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.Charge => ({ ...draftCharge(ctx, intent, method, false), paid: false, receipt_url: null, status: 'pending' })

export function settleCharge(ctx: AccountContext, charge: Stripe.Charge): Stripe.Charge {
  const transaction = addBalanceTransaction(ctx, {
    type: charge.payment_method_details?.type === 'card' ? 'charge' : 'payment',
    category: 'charge',
    source: charge.id,
    currency: charge.currency,
    amount: charge.amount,
    fee: processingFee(charge.amount, charge.currency),
    description: charge.description,
    settleMs: cardBehaviour(ctx, charge.payment_method ?? '').bypassesPending ? 0 : ctx.server.settleMs,
  })
  return ctx.store.charge.put({
    ...charge,
    balance_transaction: transaction.id,
    receipt_url: `${ctx.server.pagesUrl()}/receipt/${charge.id}`,
  })
}

/** A failed charge has no balance transaction. */
export function failCharge(ctx: AccountContext, charge: Stripe.Charge, decline: Decline): Stripe.Charge {
  const failed = ctx.store.charge.put({ ...charge, ...failure(decline) })
  emit(ctx, 'charge.failed', failed)
  return failed
}

function failure(decline: Decline) {
  return {
    amount_captured: 0,
    captured: false,
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: decline.reason === undefined ? null : '05',
      network_status: 'declined_by_network',
      reason: decline.reason ?? decline.code,
      risk_level: 'normal',
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    },
    paid: false,
    receipt_url: null,
    status: 'failed',
  } as const
}

function draftCharge(
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  isAuthenticated: boolean,
): Stripe.Charge {
  const id = newId(ctx, 'ch')
  return {
    ...bareCharge(ctx, id, intent),
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'TEST',
    customer: intent.customer,
    description: intent.description,
    metadata: intent.metadata,
    on_behalf_of: intent.on_behalf_of,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: chargeDetails(ctx, intent.amount, method, isAuthenticated),
    receipt_email: intent.receipt_email,
    receipt_url: `${ctx.server.pagesUrl()}/receipt/${id}`,
    shipping: intent.shipping,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    transfer_group: intent.transfer_group,
  }
}

function update(ctx: AccountContext, id: string, params: { description?: string; metadata?: Record<string, string> }) {
  const before = retrieveCharge(ctx, id)
  const charge = ctx.store.charge.put({
    ...before,
    description: params.description ?? before.description,
    metadata: withChanges(before.metadata, params.metadata),
  })
  emit(ctx, 'charge.updated', charge)
  return charge
}

export const chargeRoutes = [
  route('GET', '/v1/charges/:id', strictObject(Expand), (ctx, _, id) => retrieveCharge(ctx, id)),
  route(
    'POST',
    '/v1/charges/:id',
    strictObject({ description: t.Optional(t.String()), metadata: t.Optional(Metadata), ...Expand }),
    (ctx, params, id) => update(ctx, id, params),
  ),
  listRoute('/v1/charges', ['customer', 'payment_intent', 'transfer_group'], (request) => request.store.charge),
]
