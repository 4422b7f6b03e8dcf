import type Stripe from 'stripe'
import { type AccountContext, newId, nowSec } from '../context.ts'
import { namedCustomer } from '../customer/customer.ts'
import { createPaymentMethod, resolvePaymentMethod } from '../customer/payment-method.ts'
import { sharedMethod } from '../customer/shared-token.ts'
import { emit } from '../event/event.ts'
import { toAddress } from '../request/address.ts'
import { withChanges } from '../request/metadata.ts'
import { unknownParameters } from '../request/read-params.ts'
import type { ApiRequest } from '../route.ts'
import { randomString } from '../server.ts'
import { checkAmount } from './amount.ts'
import { requireStatusFor } from './intent.ts'
import type { CreateParams, Shipping, UpdateParams } from './params.ts'

/** Creates and returns an unconfirmed PaymentIntent. Throws invalid_request_error. */
export function createIntent(request: ApiRequest, params: CreateParams): Stripe.PaymentIntent {
  const currency = checkAmount(request, params.amount, params.currency)
  checkMethodTypes(request, params)
  const method = sharedMethod(request, params) ?? requestedMethod(request, params)
  const id = newId(request, 'pi')
  const isAutomatic = params.automatic_payment_methods?.enabled ?? params.payment_method_types === undefined
  const intent = request.store.payment_intent.put({
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: isAutomatic
      ? { allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always', enabled: true }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${randomString(request.server.random, 25)}`,
    confirmation_method: 'automatic',
    created: nowSec(request),
    currency,
    customer: params.customer === undefined ? null : namedCustomer(request, params.customer),
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata || {},
    next_action: null,
    on_behalf_of: params.on_behalf_of ?? null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email || null,
    review: null,
    setup_future_usage: params.setup_future_usage || null,
    shipping: toShipping(params.shipping) ?? null,
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: params.transfer_group ?? null,
  })
  emit(request, 'payment_intent.created', intent)
  return intent
}

/** Throws payment_intent_unexpected_state for a PaymentIntent that cannot change any more. */
export function updateIntent(
  request: ApiRequest,
  before: Stripe.PaymentIntent,
  params: UpdateParams,
): Stripe.PaymentIntent {
  // Metadata and description can be changed when it is paid, too.
  const isAbout = Object.keys(params).every((name) => name === 'metadata' || name === 'description')
  if (!isAbout) requireStatusFor(before, 'update')
  const amount = params.amount ?? before.amount
  checkAmount(request, amount, before.currency)
  checkMethodTypes(request, params)
  const method = requestedMethod(request, params)
  return request.store.payment_intent.put({
    ...before,
    amount,
    customer: params.customer === undefined ? before.customer : namedCustomer(request, params.customer),
    description: params.description ?? before.description,
    metadata: params.metadata === '' ? {} : withChanges(before.metadata, params.metadata),
    receipt_email: params.receipt_email === undefined ? before.receipt_email : params.receipt_email || null,
    setup_future_usage:
      params.setup_future_usage === undefined ? before.setup_future_usage : params.setup_future_usage || null,
    shipping: toShipping(params.shipping) ?? before.shipping,
    transfer_group: params.transfer_group ?? before.transfer_group,
    ...(method ? { payment_method: method.id, status: 'requires_confirmation', next_action: null } : {}),
  })
}

export function requestedMethod(
  ctx: AccountContext,
  params: Pick<UpdateParams, 'payment_method' | 'payment_method_data'>,
): Stripe.PaymentMethod | undefined {
  if (params.payment_method !== undefined) return resolvePaymentMethod(ctx, params.payment_method)
  return params.payment_method_data ? createPaymentMethod(ctx, params.payment_method_data) : undefined
}

export const toShipping = (params: Shipping | undefined): Stripe.PaymentIntent.Shipping | undefined =>
  params && { ...params, address: toAddress(params.address) }

function checkMethodTypes(
  request: ApiRequest,
  { payment_method_types: types }: Pick<UpdateParams, 'payment_method_types'>,
): void {
  if (types === undefined || request.version === undefined) return
  throw unknownParameters(['payment_method_types'])
}
