import type Stripe from 'stripe'
import { type ApiError, cardError, invalidRequest } from '../api-error.ts'
import { chargeIntent } from '../charge.ts'
import type { AccountContext } from '../context.ts'
import { emit } from '../event.ts'
import { cardBehaviour, resolvePaymentMethod } from '../payment-method.ts'
import type { ApiRequest } from '../route.ts'
import { scheduleTask } from '../schedule.ts'
import { randomString } from '../server.ts'
import type { CardBehaviour, Decline } from '../test-cards.ts'
import { transferToDestination } from '../transfer/destination-charge.ts'
import { requestedMethod, toShipping } from './create.ts'
import { requireStatusFor } from './intent.ts'
import type { ConfirmParams } from './params.ts'

/**
 * Confirms a PaymentIntent and returns it succeeded or requiring 3-D Secure. Throws card_error when the card is
 * declined.
 */
export function confirmIntent(
  request: ApiRequest,
  before: Stripe.PaymentIntent,
  params: ConfirmParams,
): Stripe.PaymentIntent {
  requireStatusFor(before, 'confirm')
  requireReturnUrl(request, before, params)
  if (params.return_url !== undefined && !URL.canParse(params.return_url)) {
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
  }
  const method = requestedMethod(request, params) ?? attachedMethod(request, before)
  const behaviour = cardBehaviour(request, method.id)
  const intent: Stripe.PaymentIntent = {
    ...before,
    payment_method: method.id,
    receipt_email: params.receipt_email || before.receipt_email,
    shipping: toShipping(params.shipping) ?? before.shipping,
    next_action: null,
    last_payment_error: null,
  }
  if (behaviour.challenge && (params.off_session || params.error_on_requires_action)) {
    return refuse(request, intent, method, behaviour, authenticationRequired)
  }
  if (behaviour.challenge) return challenge(request, intent, params)
  return charge(request, intent, method, behaviour, behaviour.decline, false)
}

/** Continues after 3-D Secure. Returns the PaymentIntent, also when the card is declined: its status tells. */
export function authenticateIntent(
  ctx: AccountContext,
  before: Stripe.PaymentIntent,
  isApproved: boolean,
): Stripe.PaymentIntent {
  requireStatusFor(before, 'authenticate')
  const method = attachedMethod(ctx, before)
  const intent = { ...before, next_action: null }
  if (!isApproved) return fail(ctx, intent, method, authenticationFailed)
  const behaviour = cardBehaviour(ctx, method.id)
  const decline = behaviour.declineAfterChallenge
  if (decline) return declined(ctx, intent, method, behaviour, decline, true).intent
  return charge(ctx, intent, method, behaviour, undefined, true)
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
  behaviour: CardBehaviour,
  decline: Decline | undefined,
  isAuthenticated: boolean,
): Stripe.PaymentIntent {
  if (decline) return refuse(ctx, intent, method, behaviour, decline)
  const made = chargeIntent(ctx, intent, method, { behaviour, decline, isAuthenticated })
  const paid = ctx.store.charge.put({ ...made, ...transferToDestination(ctx, made) })
  const done = ctx.store.payment_intent.put({
    ...intent,
    amount_received: intent.amount,
    latest_charge: paid.id,
    status: 'succeeded',
  })
  emit(ctx, 'charge.succeeded', paid)
  emit(ctx, 'payment_intent.succeeded', done)
  if (behaviour.dispute) scheduleTask(ctx, 0, { type: 'open-dispute', account: ctx.account, id: paid.id })
  if (behaviour.earlyFraudWarning)
    scheduleTask(ctx, 0, { type: 'create-fraud-warning', account: ctx.account, id: paid.id })
  return done
}

function refuse(
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  behaviour: CardBehaviour,
  decline: Decline,
): never {
  throw declined(ctx, intent, method, behaviour, decline, false).error
}

function declined(
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  behaviour: CardBehaviour,
  decline: Decline,
  isAuthenticated: boolean,
): { intent: Stripe.PaymentIntent; error: ApiError } {
  const charge = chargeIntent(ctx, intent, method, { behaviour, decline, isAuthenticated })
  const failed = fail(ctx, intent, method, decline, charge.id)
  const about = { code: decline.code, message: decline.message, charge: charge.id }
  const reason = decline.reason === undefined ? {} : { decline_code: decline.reason }
  return {
    intent: failed,
    error: cardError({ ...about, ...reason, payment_intent: failed, payment_method: method }),
  }
}

function fail(
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
  charge?: string,
): Stripe.PaymentIntent {
  const failed = ctx.store.payment_intent.put({
    ...intent,
    last_payment_error: {
      code: decline.code,
      ...(decline.reason === undefined ? {} : { decline_code: decline.reason }),
      ...(charge === undefined ? {} : { charge }),
      message: decline.message,
      payment_method: method,
      type: charge === undefined ? 'invalid_request_error' : 'card_error',
    },
    latest_charge: charge ?? intent.latest_charge,
    payment_method: null,
    status: 'requires_payment_method',
  })
  emit(ctx, 'payment_intent.payment_failed', failed)
  return failed
}
