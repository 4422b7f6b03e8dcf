import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { post, processingFee } from './balance.ts'
import type { Behaviour, Decline } from './card.ts'
import { emit } from './event.ts'
import { noSuch } from './fault.ts'
import { isWithin, listPage } from './list-page.ts'
import { Created, Expand, Metadata, only, Paging } from './read-params.ts'
import { route } from './route.ts'
import { type Desk, letters, newId, nowSec } from './till.ts'

/** A charge of this account. Throws resource_missing. */
export function chargeOf(desk: Desk, id: string, param = 'id'): Stripe.Charge {
  const charge = desk.book.charge.get(id)
  if (!charge) throw noSuch('charge', id, param)
  return charge
}

type Attempt = { behaviour: Behaviour; decline: Decline | undefined; isAuthenticated: boolean }

/** Charges the card of an intent. The charge is kept in any case; the money is posted when it went well. */
export function chargeIntent(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { behaviour, decline, isAuthenticated }: Attempt,
): Stripe.Charge {
  const draft = draftCharge(desk, intent, method, isAuthenticated)
  if (decline) {
    const failed = desk.book.charge.put({ ...draft, ...failure(decline) })
    emit(desk, 'charge.failed', failed)
    return failed
  }
  const line = post(desk, {
    type: 'charge',
    category: 'charge',
    source: draft.id,
    currency: draft.currency,
    amount: draft.amount,
    fees: [processingFee(draft.amount, draft.currency)],
    description: draft.description,
    settleMs: behaviour.bypassesPending ? 0 : desk.till.settleMs,
  })
  return desk.book.charge.put({ ...draft, balance_transaction: line.id })
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
  desk: Desk,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  isAuthenticated: boolean,
): Stripe.Charge {
  const id = newId(desk, 'ch')
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
    created: nowSec(desk),
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
    payment_method_details: { card: cardDetails(desk, intent.amount, method, isAuthenticated), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: `${desk.till.pages()}/receipt/${id}`,
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
  desk: Desk,
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
    network_transaction_id: letters(desk.till.random, 15),
    regulated_status: 'unregulated',
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: letters(desk.till.random, 20),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}

function update(desk: Desk, id: string, asked: { description?: string; metadata?: Record<string, string> }) {
  const before = chargeOf(desk, id)
  const charge = desk.book.charge.put({
    ...before,
    description: asked.description ?? before.description,
    metadata: { ...before.metadata, ...asked.metadata },
  })
  emit(desk, 'charge.updated', charge)
  return charge
}

/** Charges, which PaymentIntents make: to be read and listed. */
export const chargeRoutes = [
  route('GET', '/v1/charges/:id', only(Expand), (desk, _, id) => chargeOf(desk, id)),
  route(
    'POST',
    '/v1/charges/:id',
    only({ description: t.Optional(t.String()), metadata: t.Optional(Metadata), ...Expand }),
    (desk, { description, metadata }, id) =>
      update(desk, id, {
        ...(description === undefined ? {} : { description }),
        ...(metadata === undefined ? {} : { metadata }),
      }),
  ),
  route(
    'GET',
    '/v1/charges',
    only({
      customer: t.Optional(t.String()),
      payment_intent: t.Optional(t.String()),
      transfer_group: t.Optional(t.String()),
      created: Created,
      ...Paging,
    }),
    (call, params) => {
      const rows = call.book.charge
        .newestFirst()
        .filter(
          (charge) =>
            (params.customer === undefined || charge.customer === params.customer) &&
            (params.payment_intent === undefined || charge.payment_intent === params.payment_intent) &&
            (params.transfer_group === undefined || charge.transfer_group === params.transfer_group) &&
            isWithin(charge.created, params.created),
        )
      return listPage(call.path, rows, params)
    },
  ),
]
