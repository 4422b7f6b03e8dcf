import type Stripe from 'stripe'
import type { Behaviour, Decline } from '../card.ts'
import { chargeIntent } from '../charge.ts'
import { emit } from '../event.ts'
import { cardRefused, type Fault, invalidRequest } from '../fault.ts'
import { behaviourOf, methodOf } from '../payment-method.ts'
import type { Call } from '../route.ts'
import { type Desk, later, letters } from '../till.ts'
import { payOut } from '../transfer/destination-charge.ts'
import { askedMethod, toShipping } from './create.ts'
import { mustAllow } from './moves.ts'
import type { ConfirmParams } from './params.ts'

/** Confirms an intent with its card: it succeeds or waits for 3-D Secure. Throws what the card answers otherwise. */
export function confirmIntent(call: Call, before: Stripe.PaymentIntent, asked: ConfirmParams): Stripe.PaymentIntent {
  mustAllow(before, 'confirm')
  mustNameReturnUrl(call, before, asked)
  if (asked.return_url !== undefined && !URL.canParse(asked.return_url)) {
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
  }
  const method = askedMethod(call, asked) ?? heldMethod(call, before)
  const behaviour = behaviourOf(call, method.id)
  const intent: Stripe.PaymentIntent = {
    ...before,
    payment_method: method.id,
    receipt_email: asked.receipt_email || before.receipt_email,
    shipping: toShipping(asked.shipping) ?? before.shipping,
    next_action: null,
    last_payment_error: null,
  }
  if (behaviour.challenge && (asked.off_session || asked.error_on_requires_action)) {
    return refuse(call, intent, method, behaviour, authenticationRequired)
  }
  if (behaviour.challenge) return challenge(call, intent, asked)
  return charge(call, intent, method, behaviour, behaviour.decline, false)
}

/** Goes on after the holder of the card was asked. Answers the intent; a refusal is told by its state. */
export function authenticateIntent(
  desk: Desk,
  before: Stripe.PaymentIntent,
  isApproved: boolean,
): Stripe.PaymentIntent {
  mustAllow(before, 'authenticate')
  const method = heldMethod(desk, before)
  const intent = { ...before, next_action: null }
  if (!isApproved) return fail(desk, intent, method, authenticationFailed)
  const behaviour = behaviourOf(desk, method.id)
  const decline = behaviour.declineAfterChallenge
  if (decline) return declined(desk, intent, method, behaviour, decline, true).intent
  return charge(desk, intent, method, behaviour, undefined, true)
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

function heldMethod(desk: Desk, { payment_method: held }: Stripe.PaymentIntent): Stripe.PaymentMethod {
  if (typeof held === 'string') return methodOf(desk, held)
  const message =
    "You cannot confirm this PaymentIntent because it's missing a payment method. " +
    'You can either update the PaymentIntent with a payment method and then confirm it again, ' +
    'or confirm it again directly with a payment method.'
  throw invalidRequest(message, { code: 'payment_intent_unexpected_state' })
}

function mustNameReturnUrl(call: Call, intent: Stripe.PaymentIntent, asked: ConfirmParams): void {
  const mayRedirect = intent.automatic_payment_methods && intent.automatic_payment_methods.allow_redirects !== 'never'
  const isServer = call.asker === 'secret' && call.version !== undefined && !asked.use_stripe_sdk
  if (!mayRedirect || !isServer || asked.return_url !== undefined) return
  const message =
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. ' +
    'Because some of these payment methods might redirect your customer off of your page, you must provide a ' +
    '`return_url`, or set `automatic_payment_methods[allow_redirects]` to `never` when creating the PaymentIntent.'
  throw invalidRequest(message)
}

function challenge(desk: Desk, intent: Stripe.PaymentIntent, asked: ConfirmParams): Stripe.PaymentIntent {
  const attempt = letters(desk.till.random, 32)
  const url = `${desk.till.pages()}/three-d-secure/${intent.id}/${attempt}`
  const redirect = asked.return_url !== undefined && !asked.use_stripe_sdk
  const waiting = desk.book.payment_intent.put({
    ...intent,
    status: 'requires_action',
    next_action: redirect
      ? { redirect_to_url: { return_url: asked.return_url ?? null, url }, type: 'redirect_to_url' }
      : {
          type: 'use_stripe_sdk',
          use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: `payatt_${attempt}` },
        },
  })
  emit(desk, 'payment_intent.requires_action', waiting)
  return waiting
}

function charge(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  behaviour: Behaviour,
  decline: Decline | undefined,
  isAuthenticated: boolean,
): Stripe.PaymentIntent {
  if (decline) return refuse(desk, intent, method, behaviour, decline)
  const made = chargeIntent(desk, intent, method, { behaviour, decline, isAuthenticated })
  const paid = desk.book.charge.put({ ...made, ...payOut(desk, made) })
  const done = desk.book.payment_intent.put({
    ...intent,
    amount_received: intent.amount,
    latest_charge: paid.id,
    status: 'succeeded',
  })
  emit(desk, 'charge.succeeded', paid)
  emit(desk, 'payment_intent.succeeded', done)
  if (behaviour.dispute) later(desk, 0, { do: 'open-dispute', account: desk.account, id: paid.id })
  if (behaviour.earlyFraudWarning) later(desk, 0, { do: 'warn-of-fraud', account: desk.account, id: paid.id })
  return done
}

function refuse(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  behaviour: Behaviour,
  decline: Decline,
): never {
  throw declined(desk, intent, method, behaviour, decline, false).fault
}

function declined(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  behaviour: Behaviour,
  decline: Decline,
  isAuthenticated: boolean,
): { intent: Stripe.PaymentIntent; fault: Fault } {
  const charge = chargeIntent(desk, intent, method, { behaviour, decline, isAuthenticated })
  const failed = fail(desk, intent, method, decline, charge.id)
  const about = { code: decline.code, message: decline.message, charge: charge.id }
  const reason = decline.reason === undefined ? {} : { decline_code: decline.reason }
  return {
    intent: failed,
    fault: cardRefused({ ...about, ...reason, payment_intent: failed, payment_method: method }),
  }
}

function fail(
  desk: Desk,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
  charge?: string,
): Stripe.PaymentIntent {
  const failed = desk.book.payment_intent.put({
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
  emit(desk, 'payment_intent.payment_failed', failed)
  return failed
}
