import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { sha256Hex } from '../lib/hmac.ts'
import { Address, toAddress } from './address.ts'
import { type Behaviour, checkCard, numberOfToken, testCards } from './card.ts'
import { customerOf } from './customer.ts'
import { emit } from './event.ts'
import { invalidRequest, noSuch } from './fault.ts'
import { isWithin, listPage } from './list-page.ts'
import { Created, Expand, Metadata, only, Paging } from './read-params.ts'
import { route } from './route.ts'
import { type Desk, newId, nowSec } from './till.ts'

const BillingDetails = only({
  address: t.Optional(Address),
  email: t.Optional(t.String()),
  name: t.Optional(t.String()),
  phone: t.Optional(t.String()),
  tax_id: t.Optional(t.String()),
})
const TypedCard = only({
  number: t.String(),
  exp_month: t.Integer(),
  exp_year: t.Integer(),
  cvc: t.Optional(t.String()),
})

/** What a payment method is made of: a typed card, or a token for one. */
export const NewPaymentMethod = {
  type: t.Literal('card'),
  card: t.Optional(t.Union([TypedCard, only({ token: t.String() })])),
  billing_details: t.Optional(BillingDetails),
  allow_redisplay: t.Optional(t.Union([t.Literal('always'), t.Literal('limited'), t.Literal('unspecified')])),
  metadata: t.Optional(Metadata),
}
const NewMethod = only(NewPaymentMethod)
type NewMethod = typeof NewMethod.static

/** Makes a payment method of a card. Throws what is wrong with the card. */
export function createPaymentMethod(desk: Desk, asked: NewMethod): Stripe.PaymentMethod {
  const { card } = asked
  if (card === undefined)
    throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' })
  if ('token' in card) return methodOfToken(desk, card.token, 'card[token]')
  const year = card.exp_year < 100 ? card.exp_year + 2000 : card.exp_year
  return keepMethod(desk, checkCard(card, desk.till.nowMs()), card.exp_month, year, asked)
}

/** A payment method by its id, or a fresh one for a token such as `pm_card_visa`. */
export function methodOf(desk: Desk, id: string): Stripe.PaymentMethod {
  const known = desk.book.payment_method.get(id)
  if (known) return known
  if (!id.startsWith('pm_card_')) throw noSuch('PaymentMethod', id, 'payment_method')
  return methodOfToken(desk, id, 'payment_method')
}

function methodOfToken(desk: Desk, token: string, param: string): Stripe.PaymentMethod {
  const number = numberOfToken(token)
  if (number === undefined) throw noSuch(token.startsWith('tok') ? 'token' : 'PaymentMethod', token, param)
  const year = new Date(desk.till.nowMs()).getUTCFullYear() + 1
  return keepMethod(desk, number, 12, year, { type: 'card' })
}

/** How the card of a payment method behaves. */
export function behaviourOf(desk: Desk, methodId: string): Behaviour {
  return testCards[desk.book.card_note.get(methodId)?.number ?? ''] ?? {}
}

function keepMethod(desk: Desk, number: string, month: number, year: number, asked: NewMethod): Stripe.PaymentMethod {
  const brand = testCards[number]?.brand ?? 'visa'
  const details = asked.billing_details
  const id = newId(desk, 'pm')
  desk.book.card_note.put({ id, number })
  return desk.book.payment_method.put({
    id,
    object: 'payment_method',
    allow_redisplay: asked.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: toAddress(details?.address),
      email: details?.email ?? null,
      name: details?.name ?? null,
      phone: details?.phone ?? null,
      tax_id: details?.tax_id ?? null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: month,
      exp_year: year,
      fingerprint: sha256Hex(number).slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSec(desk),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: asked.metadata ?? {},
    type: 'card',
  })
}

function storedMethod(desk: Desk, id: string): Stripe.PaymentMethod {
  const method = desk.book.payment_method.get(id)
  if (!method) throw noSuch('PaymentMethod', id, 'payment_method')
  return method
}

function attach(desk: Desk, id: string, customer: string): Stripe.PaymentMethod {
  const method = { ...methodOf(desk, id), customer: customerOf(desk, customer).id }
  emit(desk, 'payment_method.attached', desk.book.payment_method.put(method))
  return method
}

function detach(desk: Desk, id: string): Stripe.PaymentMethod {
  const before = storedMethod(desk, id)
  if (before.customer === null) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  }
  const method = desk.book.payment_method.put({ ...before, customer: null })
  emit(desk, 'payment_method.detached', method, { customer: before.customer })
  return method
}

/** Payment methods of test cards: create, attach, detach, read and list. */
export const paymentMethodRoutes = [
  route('POST', '/v1/payment_methods', only({ ...NewPaymentMethod, ...Expand }), createPaymentMethod, {
    isPublic: true,
  }),
  route('GET', '/v1/payment_methods/:id', only(Expand), (desk, _, id) => storedMethod(desk, id)),
  route('POST', '/v1/payment_methods/:id/attach', only({ customer: t.String(), ...Expand }), (desk, { customer }, id) =>
    attach(desk, id, customer),
  ),
  route('POST', '/v1/payment_methods/:id/detach', only(Expand), (desk, _, id) => detach(desk, id)),
  route(
    'GET',
    '/v1/payment_methods',
    only({ customer: t.Optional(t.String()), type: t.Optional(t.String()), created: Created, ...Paging }),
    (call, params) => {
      const rows = call.book.payment_method
        .newestFirst()
        .filter(
          (method) =>
            method.customer !== null &&
            (params.customer === undefined || method.customer === params.customer) &&
            (params.type === undefined || method.type === params.type) &&
            isWithin(method.created, params.created),
        )
      return listPage(call.path, rows, params)
    },
  ),
]
