import type Stripe from 'stripe'
import { sameText } from '../../lib/hmac.ts'
import { emit } from '../event.ts'
import { Fault, invalidRequest } from '../fault.ts'
import { isWithin, listPage } from '../list-page.ts'
import { type Call, route } from '../route.ts'
import { type Desk, nowSec } from '../till.ts'
import { confirmIntent } from './confirm.ts'
import { createIntent, updateIntent } from './create.ts'
import { intentOf } from './intent-of.ts'
import { mustAllow } from './moves.ts'
import { CancelParams, ConfirmParams, CreateParams, ListParams, RetrieveParams, UpdateParams } from './params.ts'

/** An intent for whoever asks; a browser must know the client secret. */
function askedIntent(call: Call, id: string, secret: string | undefined): Stripe.PaymentIntent {
  const intent = intentOf(call, id)
  if (call.asker === 'secret' && secret === undefined) return intent
  if (secret === undefined || !sameText(secret, intent.client_secret ?? '')) {
    const message = `The client_secret provided does not match the client_secret associated with the PaymentIntent.`
    throw invalidRequest(message, { code: 'payment_intent_invalid_parameter', param: 'client_secret' })
  }
  return intent
}

function cancel(desk: Desk, id: string, reason: Stripe.PaymentIntent.CancellationReason | null): Stripe.PaymentIntent {
  const before = intentOf(desk, id)
  mustAllow(before, 'cancel')
  const intent = desk.book.payment_intent.put({
    ...before,
    canceled_at: nowSec(desk),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  })
  emit(desk, 'payment_intent.canceled', intent)
  return intent
}

/** What a browser may see of an intent: everything but what only the seller knows. */
function forBrowser(intent: object): object {
  const secrets = { metadata: undefined, transfer_data: undefined, application_fee_amount: undefined }
  return { ...intent, ...secrets }
}

/** The intent, or the error about it, as whoever asks may see it. */
function shown(call: Call, find: () => Stripe.PaymentIntent): object {
  if (call.asker === 'secret') return find()
  try {
    return forBrowser(find())
  } catch (error) {
    if (!(error instanceof Fault) || !error.body.payment_intent) throw error
    throw new Fault(error.status, { ...error.body, payment_intent: forBrowser(error.body.payment_intent) })
  }
}

/** PaymentIntents: create, read, change, confirm, cancel and list. */
export const paymentIntentRoutes = [
  route('POST', '/v1/payment_intents', CreateParams, (call, asked) => {
    const intent = createIntent(call, asked)
    if (!asked.confirm) return intent
    const { payment_method: _, payment_method_data: __, ...rest } = asked
    return confirmIntent(call, intent, rest)
  }),
  route(
    'GET',
    '/v1/payment_intents/:id',
    RetrieveParams,
    (call, asked, id) => shown(call, () => askedIntent(call, id, asked.client_secret)),
    { isPublic: true },
  ),
  route('POST', '/v1/payment_intents/:id', UpdateParams, (call, asked, id) =>
    updateIntent(call, intentOf(call, id), asked),
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    ConfirmParams,
    (call, asked, id) => shown(call, () => confirmIntent(call, askedIntent(call, id, asked.client_secret), asked)),
    { isPublic: true },
  ),
  route('POST', '/v1/payment_intents/:id/cancel', CancelParams, (call, asked, id) =>
    cancel(call, id, asked.cancellation_reason ?? null),
  ),
  route('GET', '/v1/payment_intents', ListParams, (call, params) => {
    const rows = call.book.payment_intent
      .newestFirst()
      .filter(
        (row) =>
          (params.customer === undefined || row.customer === params.customer) && isWithin(row.created, params.created),
      )
    return listPage(call.path, rows, params)
  }),
]
