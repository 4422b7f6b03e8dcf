import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { type AccountContext, newId, nowSec } from '../context.ts'
import { invalidRequest, resourceMissing } from '../request/api-error.ts'
import { Metadata } from '../request/metadata.ts'
import { Expand, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'
import { resolvePaymentMethod } from './payment-method.ts'

export type SharedToken = {
  id: string
  object: 'shared_payment.granted_token'
  created: number
  deactivated_at: number | null
  deactivated_reason: 'consumed' | null
  livemode: false
  payment_method: string
  shared_metadata: Record<string, string>
  usage_limits: { currency: string; max_amount: number; expires_at: number }
}

const NewToken = strictObject({
  payment_method: t.String(),
  usage_limits: strictObject({
    currency: t.String({ pattern: '^[a-z]{3}$' }),
    max_amount: t.Integer({ minimum: 1 }),
    expires_at: t.Optional(t.Integer()),
  }),
  seller_details: t.Optional(strictObject({ network_id: t.Optional(t.String()), external_id: t.Optional(t.String()) })),
  shared_metadata: t.Optional(Metadata),
  ...Expand,
})

const hourSec = 3_600

/**
 * Returns the payment method of a token, which is used up by it; undefined without a token. Throws
 * resource_missing for an unknown one, invalid_request_error for one that is used up, has expired,
 * or does not reach.
 */
export function sharedMethod(
  ctx: AccountContext,
  wanted: { shared_payment_granted_token?: string; amount: number; currency: string },
): Stripe.PaymentMethod | undefined {
  const { shared_payment_granted_token: id, amount, currency } = wanted
  if (id === undefined) return undefined
  const token = ctx.store.shared_token.get(id)
  const param = 'shared_payment_granted_token'
  if (!token) throw resourceMissing('shared_payment.granted_token', id, param)
  const { usage_limits: limits } = token
  const isOver = token.deactivated_at !== null || limits.expires_at <= nowSec(ctx)
  if (isOver || amount > limits.max_amount || currency !== limits.currency) {
    throw invalidRequest('This shared payment token cannot be used for this payment.', {
      code: 'shared_payment_token_invalid',
      param,
    })
  }
  ctx.store.shared_token.put({ ...token, deactivated_at: nowSec(ctx), deactivated_reason: 'consumed' })
  return resolvePaymentMethod(ctx, token.payment_method)
}

export const sharedTokenRoutes = [
  route('POST', '/v1/test_helpers/shared_payment/granted_tokens', NewToken, (request, params) => {
    const { usage_limits: limits, shared_metadata = {} } = params
    return request.store.shared_token.put({
      id: newId(request, 'spt'),
      object: 'shared_payment.granted_token',
      created: nowSec(request),
      deactivated_at: null,
      deactivated_reason: null,
      livemode: false,
      payment_method: resolvePaymentMethod(request, params.payment_method).id,
      shared_metadata,
      usage_limits: { ...limits, expires_at: limits.expires_at ?? nowSec(request) + hourSec },
    })
  }),
]
