import type { Payment } from '../../../public/islands/checkout/paying.tsx'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../http/session.ts'
import type { Head } from '../document.tsx'
import { contentSecurityPolicy } from '../html.ts'
import { themeOf } from '../theme.ts'
import type { Media } from './tape-view.ts'

/** What a bank writes behind the address of the page on which it was paid. */
export const returned = { payment_intent: 255 } as const

/** Who takes the money on a page of the checkout. */
export const paymentOf = (
  { config: { payments, stripe } }: Ctx,
  { email }: Pick<Viewer, 'email'>,
  intentId: string | undefined,
): Payment => ({
  mode: payments,
  publishableKey: stripe.publishableKey ?? '',
  email,
  returned: intentId ?? null,
})

type CheckoutHead = { title: string; description: string; path: string }

/** The head of a page of the checkout, in the colours of the world that is paid. */
export const checkoutHead = (ctx: Ctx, media: Media, { title, description, path }: CheckoutHead): Head => ({
  title: `${title} · Tapedeck`,
  description,
  path: `/checkout/${path}`,
  sheet: 'forms',
  theme: themeOf(ctx, media),
  isHidden: true,
})

/** Headers of a page of the checkout: Stripe is let on to it where it takes the money. */
export const checkoutHeaders = ({ config }: Ctx): Record<string, string> =>
  config.payments === 'stripe' ? stripeHeaders : {}

const script = 'https://js.stripe.com https://*.js.stripe.com'
const frames = [...script.split(' '), 'https://hooks.stripe.com']

/**
 * Headers of the pages on which Stripe's script runs, those of the checkout: its frames, what they speak with, and the sheets in which
 * wallets and banks ask. Every other page keeps Stripe out altogether.
 */
const stripeHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy([
    `script-src 'self' ${script}`,
    `frame-src ${frames.join(' ')}`,
    "connect-src 'self' https://api.stripe.com",
    "img-src 'self' data: blob: https://*.stripe.com",
  ]),
  'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=(self ${frames.map((origin) => `"${origin}"`).join(' ')})`,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}
