import type Stripe from 'stripe'
import { payableAccount } from '../account/payable.ts'
import { toAddress } from '../address.ts'
import { customerOf } from '../customer.ts'
import { emit } from '../event.ts'
import { invalidRequest } from '../fault.ts'
import { createPaymentMethod, methodOf } from '../payment-method.ts'
import type { Call } from '../route.ts'
import { type Desk, letters, newId, nowSec } from '../till.ts'
import { checkAmount } from './amount.ts'
import { mustAllow } from './moves.ts'
import type { CreateParams, Shipping, UpdateParams } from './params.ts'

/** Makes an intent, unconfirmed. */
export function createIntent(call: Call, asked: CreateParams): Stripe.PaymentIntent {
  const currency = checkAmount(asked.amount, asked.currency)
  checkMethodTypes(call, asked)
  const transferData = transferTo(call, asked)
  const method = askedMethod(call, asked)
  const id = newId(call, 'pi')
  const isAutomatic = asked.automatic_payment_methods?.enabled ?? asked.payment_method_types === undefined
  const intent = call.book.payment_intent.put({
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: asked.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: asked.application_fee_amount ?? null,
    automatic_payment_methods: isAutomatic
      ? { allow_redirects: asked.automatic_payment_methods?.allow_redirects ?? 'always', enabled: true }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: asked.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${letters(call.till.random, 25)}`,
    confirmation_method: 'automatic',
    created: nowSec(call),
    currency,
    customer: asked.customer === undefined ? null : customerOf(call, asked.customer).id,
    customer_account: null,
    description: asked.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: asked.metadata || {},
    next_action: null,
    on_behalf_of: asked.on_behalf_of ?? null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: asked.receipt_email || null,
    review: null,
    setup_future_usage: null,
    shipping: toShipping(asked.shipping) ?? null,
    source: null,
    statement_descriptor: asked.statement_descriptor ?? null,
    statement_descriptor_suffix: asked.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: transferData ?? null,
    transfer_group: asked.transfer_group ?? (transferData ? `group_${id}` : null),
  })
  emit(call, 'payment_intent.created', intent)
  return intent
}

/** Changes an intent that is not paid yet. */
export function updateIntent(call: Call, before: Stripe.PaymentIntent, asked: UpdateParams): Stripe.PaymentIntent {
  mustAllow(before, 'update')
  const amount = asked.amount ?? before.amount
  checkAmount(amount, before.currency)
  checkMethodTypes(call, asked)
  const method = askedMethod(call, asked)
  return call.book.payment_intent.put({
    ...before,
    amount,
    application_fee_amount: asked.application_fee_amount ?? before.application_fee_amount,
    customer: asked.customer === undefined ? before.customer : customerOf(call, asked.customer).id,
    description: asked.description ?? before.description,
    metadata: asked.metadata === '' ? {} : { ...before.metadata, ...asked.metadata },
    receipt_email: asked.receipt_email === undefined ? before.receipt_email : asked.receipt_email || null,
    shipping: toShipping(asked.shipping) ?? before.shipping,
    transfer_group: asked.transfer_group ?? before.transfer_group,
    ...(method ? { payment_method: method.id, status: 'requires_confirmation', next_action: null } : {}),
  })
}

/** The payment method that a request names or brings along. */
export function askedMethod(
  desk: Desk,
  asked: Pick<UpdateParams, 'payment_method' | 'payment_method_data'>,
): Stripe.PaymentMethod | undefined {
  if (asked.payment_method !== undefined) return methodOf(desk, asked.payment_method)
  return asked.payment_method_data ? createPaymentMethod(desk, asked.payment_method_data) : undefined
}

/** A delivery address as an intent holds it. */
export const toShipping = (asked: Shipping | undefined): Stripe.PaymentIntent.Shipping | undefined =>
  asked && { ...asked, address: toAddress(asked.address) }

function checkMethodTypes(
  call: Call,
  { payment_method_types: types }: Pick<UpdateParams, 'payment_method_types'>,
): void {
  if (types === undefined || call.version === undefined) return
  throw invalidRequest('Received unknown parameter: payment_method_types', {
    code: 'parameter_unknown',
    param: 'payment_method_types',
  })
}

function transferTo(desk: Desk, asked: CreateParams): Stripe.PaymentIntent.TransferData | undefined {
  const fee = asked.application_fee_amount
  if (asked.transfer_data === undefined) {
    if (fee !== undefined) {
      const message =
        'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment ' +
        '(using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).'
      throw invalidRequest(message, { param: 'application_fee_amount' })
    }
    return undefined
  }
  const { destination, amount } = asked.transfer_data
  if (fee !== undefined && amount !== undefined) {
    throw invalidRequest('You may not provide application_fee_amount and transfer_data[amount] simultaneously.', {
      param: 'application_fee_amount',
    })
  }
  if (fee !== undefined && fee > asked.amount) {
    throw invalidRequest('The application fee may not be greater than the charge amount.', {
      param: 'application_fee_amount',
    })
  }
  if (amount !== undefined && amount > asked.amount) {
    throw invalidRequest('The transfer amount may not be greater than the charge amount.', {
      param: 'transfer_data[amount]',
    })
  }
  return {
    destination: payableAccount(desk, destination, 'transfer_data[destination]').id,
    ...(amount === undefined ? {} : { amount }),
  }
}
