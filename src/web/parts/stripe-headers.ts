import { contentSecurityPolicy } from '../html.ts'

const script = 'https://js.stripe.com https://*.js.stripe.com'

/**
 * Headers of the pages on which Stripe's script runs, those of the checkout: its frames, what they speak with, and the sheets in which
 * wallets and banks ask. Every other page keeps Stripe out altogether.
 */
export const stripeHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy([
    `script-src 'self' ${script}`,
    `frame-src ${script} https://hooks.stripe.com`,
    "connect-src 'self' https://api.stripe.com",
    "img-src 'self' data: blob: https://*.stripe.com",
  ]),
  'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")`,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}
