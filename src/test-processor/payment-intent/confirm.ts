import type Stripe from 'stripe'
import { chargeCard, failCharge } from '../charge/charge.ts'
import type { AccountContext } from '../context.ts'
import { cardBehaviour, refuseMethodOfOther, resolvePaymentMethod } from '../customer/payment-method.ts'
import type { Decline } from '../customer/test-cards.ts'
import { emit } from '../event/event.ts'
import { type ApiError, cardError, invalidRequest } from '../request/api-error.ts'
import type { ApiRequest } from '../route.ts'
import { randomString } from '../server.ts'
import { completePayment, failPayment } from './complete.ts'
import { requestedMethod, toShipping } from './create.ts'
import { issueVoucher, startDebit } from './delayed.ts'
import { requireStatusFor } from './intent.ts'
import type { ConfirmParams } from './params.ts'

/**
 * Confirms a PaymentIntent and returns it succeeded, requiring 3-D Secure or waiting for a bank.
 * Throws card_error when the card is declined.
 */
export function confirmIntent(
  request: ApiRequest,
  before: Stripe.PaymentIntent,
  params: ConfirmParams,
): Stripe.PaymentIntent {
  requireStatusFor(before, 'confirm')
  if (params.off_session && before.setup_future_usage !== null) {
    throw invalidRequest(
      'You cannot confirm with `off_session=true` when `setup_future_usage` is also set on the PaymentIntent.',
      { param: 'off_session' },
    )
  }
  requireReturnUrl(request, before, params)
  if (params.return_url !== undefined && !URL.canParse(params.return_url)) {
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
  }
  const method = requestedMethod(request, params) ?? attachedMethod(request, before)
  refuseMethodOfOther(request, method, before.customer)
  const behaviour = cardBehaviour(request, method.id)
  const intent: Stripe.PaymentIntent = {
    ...before,
    payment_method: method.id,
    payment_method_types: [...new Set([...before.payment_method_types, method.type])],
    receipt_email: params.receipt_email || before.receipt_email,
    shipping: toShipping(params.shipping) ?? before.shipping,
    next_action: null,
    last_payment_error: null,
  }
  const isFree = params.off_session && behaviour.isFreeOnceSetUp && isSetUp(request, method)
  if (behaviour.challenge && !isFree) {
    if (!params.off_session && !params.error_on_requires_action) return challenge(request, intent, params)
    return refuse(request, intent, method, authenticationRequired)
  }
  if (behaviour.delayed === 'debit') return startDebit(request, intent, method)
  if (behaviour.delayed === 'voucher') return issueVoucher(request, intent)
  if (behaviour.decline) return refuse(request, intent, method, behaviour.decline)
  return charge(request, intent, method, false)
}

/** Whether its holder agreed, at an earlier payment, that it is asked without them. */
const isSetUp = ({ store }: AccountContext, { id, customer }: Stripe.PaymentMethod): boolean =>
  customer !== null &&
  [...store.payment_intent.rows({ where: { customer: typeof customer === 'string' ? customer : customer.id } })].some(
    (each) => each.payment_method === id && each.status === 'succeeded' && each.setup_future_usage === 'off_session',
  )

/** Returns the PaymentIntent, also when the card is declined: its status tells. */
export function authenticateIntent(
  ctx: AccountContext,
  before: Stripe.PaymentIntent,
  isApproved: boolean,
): Stripe.PaymentIntent {
  requireStatusFor(before, 'authenticate')
  const method = attachedMethod(ctx, before)
  const intent = { ...before, next_action: null }
  if (!isApproved) return failPayment(ctx, intent, method, authenticationFailed)
  const behaviour = cardBehaviour(ctx, method.id)
  const decline = behaviour.declineAfterChallenge
  if (decline) return declined(ctx, intent, method, decline, true).intent
  return charge(ctx, intent, method, true)
}

const authenticationRequired: Decline = {
  code: 'authentication_required',
  reason: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
const authenticationFailed: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

function attachedMethod(ctx: AccountContext, { payment_method: held }: Stripe.PaymentIntent): Stripe.PaymentMethod {
  if (typeof held === 'string') return resolvePaymentMethod(ctx, held)
  const message =
    "You cannot confirm this PaymentIntent because it's missing a payment method. " +
    'You can either update the PaymentIntent with a payment method and then confirm it again, ' +
    'or confirm it again directly with a payment method.'
  throw invalidRequest(message, { code: 'payment_intent_unexpected_state' })
}

function requireReturnUrl(request: ApiRequest, intent: Stripe.PaymentIntent, params: ConfirmParams): void {
  const mayRedirect = intent.automatic_payment_methods && intent.automatic_payment_methods.allow_redirects !== 'never'
  const isServer = request.keyType === 'secret' && request.version !== undefined && !params.use_stripe_sdk
  if (!mayRedirect || !isServer || params.return_url !== undefined) return
  const message =
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. ' +
    'Because some of these payment methods might redirect your customer off of your page, you must provide a ' +
    '`return_url`, or set `automatic_payment_methods[allow_redirects]` to `never` when creating the PaymentIntent.'
  throw invalidRequest(message)
}

function challenge(ctx: AccountContext, intent: Stripe.PaymentIntent, params: ConfirmParams): Stripe.PaymentIntent {
  const attempt = randomString(ctx.server.random, 32)
  const url = `${ctx.server.pagesUrl()}/three-d-secure/${intent.id}/${attempt}`
  const redirect = params.return_url !== undefined && !params.use_stripe_sdk
  const waiting = ctx.store.payment_intent.put({
    ...intent,
    status: 'requires_action',
    next_action: redirect
      ? { redirect_to_url: { return_url: params.return_url ?? null, url }, type: 'redirect_to_url' }
      : {
          type: 'use_stripe_sdk',
          use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: `payatt_${attempt}` },
        },
  })
  emit(ctx, 'payment_intent.requires_action', waiting)
  return waiting
}

function charge(
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  isAuthenticated: boolean,
): Stripe.PaymentIntent {
  return completePayment(ctx, intent, chargeCard(ctx, intent, method, isAuthenticated))
}

function refuse(
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): never {
  throw declined(ctx, intent, method, decline, false).error
}

function declined(
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
  isAuthenticated: boolean,
): { intent: Stripe.PaymentIntent; error: ApiError } {
  const charge = failCharge(ctx, chargeCard(ctx, intent, method, isAuthenticated), decline)
  const failed = failPayment(ctx, intent, method, decline, charge.id)
  const about = { code: decline.code, message: decline.message, charge: charge.id }
  const reason = decline.reason === undefined ? {} : { decline_code: decline.reason }
  return {
    intent: failed,
    error: cardError({ ...about, ...reason, payment_intent: failed, payment_method: method }),
  }
}
