import type Stripe from 'stripe'
import { sameText } from '../../lib/hash/hmac.ts'
import { type AccountContext, nowSec } from '../context.ts'
import { emit } from '../event/event.ts'
import { ApiError, invalidRequest } from '../request/api-error.ts'
import { listRoute } from '../request/list-route.ts'
import { type ApiRequest, route } from '../route.ts'
import { confirmIntent } from './confirm.ts'
import { createIntent, updateIntent } from './create.ts'
import { requireStatusFor, retrieveIntent } from './intent.ts'
import { CancelParams, ConfirmParams, CreateParams, RetrieveParams, UpdateParams } from './params.ts'

/** Throws when a request with the publishable key does not send its client secret. */
function requestedIntent(request: ApiRequest, id: string, secret: string | undefined): Stripe.PaymentIntent {
  const intent = retrieveIntent(request, id)
  if (request.keyType === 'secret' && secret === undefined) return intent
  if (secret === undefined || !sameText(secret, intent.client_secret ?? '')) {
    const message = `The client_secret provided does not match the client_secret associated with the PaymentIntent.`
    throw invalidRequest(message, { code: 'payment_intent_invalid_parameter', param: 'client_secret' })
  }
  return intent
}

function cancel(
  ctx: AccountContext,
  id: string,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  const before = retrieveIntent(ctx, id)
  requireStatusFor(before, 'cancel')
  const intent = ctx.store.payment_intent.put({
    ...before,
    canceled_at: nowSec(ctx),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  })
  emit(ctx, 'payment_intent.canceled', intent)
  return intent
}

/** Returns a PaymentIntent without the fields that only the secret key may read. */
function forBrowser(intent: object): object {
  return { ...intent, metadata: undefined }
}

/** Returns the PaymentIntent, or throws its error, with fields that the key may read. */
function visibleTo(request: ApiRequest, find: () => Stripe.PaymentIntent): object {
  if (request.keyType === 'secret') return find()
  try {
    return forBrowser(find())
  } catch (error) {
    if (!(error instanceof ApiError) || !error.body.payment_intent) throw error
    throw new ApiError(error.status, { ...error.body, payment_intent: forBrowser(error.body.payment_intent) })
  }
}

export const paymentIntentRoutes = [
  route('POST', '/v1/payment_intents', CreateParams, (request, params) => {
    const intent = createIntent(request, params)
    if (!params.confirm) return intent
    const { payment_method: _, payment_method_data: __, ...rest } = params
    return confirmIntent(request, intent, rest)
  }),
  route(
    'GET',
    '/v1/payment_intents/:id',
    RetrieveParams,
    (request, params, id) => visibleTo(request, () => requestedIntent(request, id, params.client_secret)),
    { isPublic: true },
  ),
  route('POST', '/v1/payment_intents/:id', UpdateParams, (request, params, id) =>
    updateIntent(request, retrieveIntent(request, id), params),
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    ConfirmParams,
    (request, params, id) =>
      visibleTo(request, () => confirmIntent(request, requestedIntent(request, id, params.client_secret), params)),
    { isPublic: true },
  ),
  route('POST', '/v1/payment_intents/:id/cancel', CancelParams, (request, params, id) =>
    cancel(request, id, params.cancellation_reason ?? null),
  ),
  listRoute('/v1/payment_intents', ['customer'], (request) => request.store.payment_intent),
]
