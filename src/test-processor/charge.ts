import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { resourceMissing } from './api-error.ts'
import { addBalanceTransaction, processingFee } from './balance.ts'
import { type AccountContext, newId, nowSec } from './context.ts'
import { emit } from './event.ts'
import { isWithin, listPage } from './list-page.ts'
import { Created, Expand, Metadata, Paging, strictObject } from './read-params.ts'
import { route } from './route.ts'
import { randomString } from './server.ts'
import type { CardBehaviour, Decline } from './test-cards.ts'

/** Returns a charge of this account. Throws resource_missing. */
export function retrieveCharge(ctx: AccountContext, id: string, param = 'id'): Stripe.Charge {
  const charge = ctx.store.charge.get(id)
  if (!charge) throw resourceMissing('charge', id, param)
  return charge
}

/** Returns the balance transaction of a charge; undefined for one that has not succeeded. */
export const chargeTransaction = (
  ctx: AccountContext,
  { balance_transaction: id }: Stripe.Charge,
): Stripe.BalanceTransaction | undefined => (typeof id === 'string' ? ctx.store.balance_transaction.get(id) : undefined)

type Attempt = { behaviour: CardBehaviour; decline: Decline | undefined; isAuthenticated: boolean }

/**
 * Charges the card of a PaymentIntent and returns the charge; a declined one is stored too, without a balance
 * transaction.
 */
export function chargeIntent(
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { behaviour, decline, isAuthenticated }: Attempt,
): Stripe.Charge {
  const draft = draftCharge(ctx, intent, method, isAuthenticated)
  if (decline) {
    const failed = ctx.store.charge.put({ ...draft, ...failure(decline) })
    emit(ctx, 'charge.failed', failed)
    return failed
  }
  const transaction = addBalanceTransaction(ctx, {
    type: 'charge',
    category: 'charge',
    source: draft.id,
    currency: draft.currency,
    amount: draft.amount,
    fees: [processingFee(draft.amount, draft.currency)],
    description: draft.description,
    settleMs: behaviour.bypassesPending ? 0 : ctx.server.settleMs,
  })
  return ctx.store.charge.put({ ...draft, balance_transaction: transaction.id })
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
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'TEST',
    captured: true,
    created: nowSec(ctx),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
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
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(ctx, intent.amount, method, isAuthenticated), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: `${ctx.server.pagesUrl()}/receipt/${id}`,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'succeeded',
    transfer_data: intent.transfer_data
      ? { amount: intent.transfer_data.amount ?? null, destination: intent.transfer_data.destination }
      : null,
    transfer_group: intent.transfer_group,
  }
}

function cardDetails(
  ctx: AccountContext,
  amount: number,
  { card }: Stripe.PaymentMethod,
  isAuthenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: '123456',
    brand: card?.brand ?? null,
    checks: card?.checks ?? null,
    country: card?.country ?? null,
    electronic_commerce_indicator: isAuthenticated ? '05' : null,
    exp_month: card?.exp_month ?? 1,
    exp_year: card?.exp_year ?? 2000,
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    network: card?.brand ?? null,
    network_token: { used: false },
    network_transaction_id: randomString(ctx.server.random, 15),
    regulated_status: 'unregulated',
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: randomString(ctx.server.random, 20),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}

function update(ctx: AccountContext, id: string, params: { description?: string; metadata?: Record<string, string> }) {
  const before = retrieveCharge(ctx, id)
  const charge = ctx.store.charge.put({
    ...before,
    description: params.description ?? before.description,
    metadata: { ...before.metadata, ...params.metadata },
  })
  emit(ctx, 'charge.updated', charge)
  return charge
}

/** Operations on charges. */
export const chargeRoutes = [
  route('GET', '/v1/charges/:id', strictObject(Expand), (ctx, _, id) => retrieveCharge(ctx, id)),
  route(
    'POST',
    '/v1/charges/:id',
    strictObject({ description: t.Optional(t.String()), metadata: t.Optional(Metadata), ...Expand }),
    (ctx, { description, metadata }, id) =>
      update(ctx, id, {
        ...(description === undefined ? {} : { description }),
        ...(metadata === undefined ? {} : { metadata }),
      }),
  ),
  route(
    'GET',
    '/v1/charges',
    strictObject({
      customer: t.Optional(t.String()),
      payment_intent: t.Optional(t.String()),
      transfer_group: t.Optional(t.String()),
      created: Created,
      ...Paging,
    }),
    (request, params) => {
      const rows = request.store.charge
        .newestFirst()
        .filter(
          (charge) =>
            (params.customer === undefined || charge.customer === params.customer) &&
            (params.payment_intent === undefined || charge.payment_intent === params.payment_intent) &&
            (params.transfer_group === undefined || charge.transfer_group === params.transfer_group) &&
            isWithin(charge.created, params.created),
        )
      return listPage(request.path, rows, params)
    },
  ),
]
