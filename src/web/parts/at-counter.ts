import { Type as t } from '@sinclair/typebox'
import type { Payment } from '../../../public/islands/checkout/paying.tsx'
import type { Ctx } from '../../context.ts'
import { toLogin } from '../see-other.ts'
import { stripeHeaders } from './stripe-headers.ts'

/** What a bank writes behind the address of the page on which it was paid. */
export const Returned = t.Object(
  { payment_intent: t.Optional(t.String({ maxLength: 255 })) },
  { additionalProperties: true },
)

/** Who takes the money on a page of the checkout. */
export const paymentOf = ({ config: { payments, stripe } }: Ctx, returned: string | null): Payment => ({
  mode: payments,
  publishableKey: stripe.publishableKey ?? '',
  returned,
})

/** Headers of a page of the checkout: Stripe is let on to it where it takes the money. */
export const counterHeaders = ({ config }: Ctx): Record<string, string> =>
  config.payments === 'stripe' ? stripeHeaders : {}

/** Sends a stranger to the door and back to this very page, with what a bank wrote behind it. */
export function toLoginAt(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  return toLogin(pathname + search)
}
