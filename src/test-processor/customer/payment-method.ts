import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { type Expiry, paymentMethodDetails } from '../charge/payment-method-details.ts'
import { type AccountContext, newId, nowSec } from '../context.ts'
import { emit } from '../event/event.ts'
import { Address, toAddress } from '../request/address.ts'
import { invalidRequest, resourceMissing } from '../request/api-error.ts'
import { listPage } from '../request/list-page.ts'
import { Metadata } from '../request/metadata.ts'
import { Expand, Paging, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'
import { namedCustomer } from './customer.ts'
import {
  type CardBehaviour,
  cardNumberOfToken,
  checkCard,
  debitNumber,
  testCards,
  voucherNumber,
} from './test-cards.ts'

const BillingDetails = strictObject({
  address: t.Optional(Address),
  email: t.Optional(t.String()),
  name: t.Optional(t.String()),
  phone: t.Optional(t.String()),
  tax_id: t.Optional(t.String()),
})
const TypedCard = strictObject({
  number: t.String(),
  exp_month: t.Integer(),
  exp_year: t.Integer(),
  cvc: t.Optional(t.String()),
})

export const NewPaymentMethod = {
  type: t.Union([t.Literal('card'), t.Literal('sepa_debit'), t.Literal('boleto')]),
  sepa_debit: t.Optional(strictObject({ iban: t.String({ pattern: '^[A-Z]{2}[0-9A-Z]{13,32}$' }) })),
  boleto: t.Optional(strictObject({ tax_id: t.String({ minLength: 1, maxLength: 20 }) })),
  card: t.Optional(t.Union([TypedCard, strictObject({ token: t.String() })])),
  billing_details: t.Optional(BillingDetails),
  allow_redisplay: t.Optional(t.Union([t.Literal('always'), t.Literal('limited'), t.Literal('unspecified')])),
  metadata: t.Optional(Metadata),
}
const CreateParams = strictObject(NewPaymentMethod)
type CreateParams = typeof CreateParams.static

/** Throws card_error for bad card details, resource_missing for an unknown token. */
export function createPaymentMethod(ctx: AccountContext, params: CreateParams): Stripe.PaymentMethod {
  const { card, type } = params
  if (type === 'sepa_debit') return storePaymentMethod(ctx, debitNumber, params)
  if (type === 'boleto') return storePaymentMethod(ctx, voucherNumber, params)
  if (card === undefined)
    throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' })
  if ('token' in card) return paymentMethodOfToken(ctx, card.token, 'card[token]', params)
  const { exp_month, exp_year: year } = card
  const expiry = { exp_month, exp_year: year < 100 ? year + 2000 : year }
  return storePaymentMethod(ctx, checkCard({ ...card, ...expiry }, ctx.server.nowMs()), params, expiry)
}

/** Makes a new one for a token such as `pm_card_visa`. Throws resource_missing. */
export function resolvePaymentMethod(ctx: AccountContext, id: string): Stripe.PaymentMethod {
  if (id.startsWith('pm_card_')) return paymentMethodOfToken(ctx, id, 'payment_method')
  return retrievePaymentMethod(ctx, id)
}

function paymentMethodOfToken(
  ctx: AccountContext,
  token: string,
  param: string,
  params: CreateParams = { type: 'card' },
): Stripe.PaymentMethod {
  const number = cardNumberOfToken(token)
  if (number === undefined) throw resourceMissing(token.startsWith('tok') ? 'token' : 'PaymentMethod', token, param)
  return storePaymentMethod(ctx, number, params)
}

export function cardBehaviour(ctx: AccountContext, methodId: string): CardBehaviour {
  return testCards[ctx.store.card_number.get(methodId)?.number ?? ''] ?? {}
}

/**
 * Notes that a payment method has paid: it stays with the customer that wants it for later, and
 * without one cannot pay again (docs.stripe.com/payments/payment-methods).
 */
export function spendMethod(ctx: AccountContext, id: string, keeper: string | null): void {
  const method = ctx.store.payment_method.get(id)
  if (!method || method.customer !== null) return
  if (keeper === null) spend(ctx, id)
  else emit(ctx, 'payment_method.attached', ctx.store.payment_method.put({ ...method, customer: keeper }))
}

/** Its bank decides otherwise about a card from now on: the number is that of another test card. */
export function changeCard(ctx: AccountContext, id: string, number: string): void {
  const card = ctx.store.card_number.get(id)
  if (!card || !Object.hasOwn(testCards, number)) throw new Error(`No card ${id} can become ${number}.`)
  ctx.store.card_number.put({ ...card, number })
}

function spend(ctx: AccountContext, id: string): void {
  const card = ctx.store.card_number.get(id)
  if (card) ctx.store.card_number.put({ ...card, isSpent: true })
}

/** Throws invalid_request_error for a method that another customer has, or nobody any more. */
export function refuseMethodOfOther(
  ctx: AccountContext,
  { id, customer }: Stripe.PaymentMethod,
  payer: Stripe.PaymentIntent['customer'],
): void {
  if (customer !== null && customer !== payer) {
    throw invalidRequest(
      `The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first. The payment method ${id} belongs to another customer.`,
      { param: 'payment_method' },
    )
  }
  if (customer !== null || !ctx.store.card_number.get(id)?.isSpent) return
  throw invalidRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, ' +
      'shared with a connected account without Customer attachment, or was detached from a Customer. It may not ' +
      'be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { param: 'payment_method' },
  )
}

function storePaymentMethod(
  ctx: AccountContext,
  number: string,
  params: CreateParams,
  expiry: Expiry = { exp_month: 12, exp_year: new Date(ctx.server.nowMs()).getUTCFullYear() + 1 },
): Stripe.PaymentMethod {
  const details = params.billing_details
  const id = newId(ctx, 'pm')
  ctx.store.card_number.put({ id, number })
  return ctx.store.payment_method.put({
    id,
    object: 'payment_method',
    allow_redisplay: params.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: toAddress(details?.address),
      email: details?.email ?? null,
      name: details?.name ?? null,
      phone: details?.phone ?? null,
      tax_id: details?.tax_id ?? null,
    },
    ...paymentMethodDetails(number, expiry, params),
    created: nowSec(ctx),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: params.metadata ?? {},
  })
}

function retrievePaymentMethod(ctx: AccountContext, id: string): Stripe.PaymentMethod {
  const method = ctx.store.payment_method.get(id)
  if (!method) throw resourceMissing('PaymentMethod', id, 'payment_method')
  return method
}

function attach(ctx: AccountContext, id: string, customer: string): Stripe.PaymentMethod {
  const method = { ...resolvePaymentMethod(ctx, id), customer: namedCustomer(ctx, customer) }
  emit(ctx, 'payment_method.attached', ctx.store.payment_method.put(method))
  return method
}

function detach(ctx: AccountContext, id: string): Stripe.PaymentMethod {
  const before = retrievePaymentMethod(ctx, id)
  if (before.customer === null) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  }
  const method = ctx.store.payment_method.put({ ...before, customer: null })
  spend(ctx, id)
  emit(ctx, 'payment_method.detached', method, { customer: before.customer })
  return method
}

export const paymentMethodRoutes = [
  route('POST', '/v1/payment_methods', strictObject({ ...NewPaymentMethod, ...Expand }), createPaymentMethod, {
    isPublic: true,
  }),
  route('GET', '/v1/payment_methods/:id', strictObject(Expand), (ctx, _, id) => retrievePaymentMethod(ctx, id)),
  route(
    'POST',
    '/v1/payment_methods/:id/attach',
    strictObject({ customer: t.String(), ...Expand }),
    (ctx, { customer }, id) => attach(ctx, id, customer),
  ),
  route('POST', '/v1/payment_methods/:id/detach', strictObject(Expand), (ctx, _, id) => detach(ctx, id)),
  route(
    'GET',
    '/v1/payment_methods',
    strictObject({ customer: t.Optional(t.String()), type: t.Optional(t.String()), ...Paging }),
    (request, params) => {
      return listPage(
        request.path,
        request.store.payment_method,
        params,
        { customer: params.customer, type: params.type },
        (row) => row.customer !== null,
      )
    },
  ),
]
