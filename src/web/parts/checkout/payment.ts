import type { Payment } from '../../../../public/islands/checkout/paying.tsx'
import { priceNoteOf } from '../../../books/tax/price-note.ts'
import { siteSeller } from '../../../books/tax/site-seller.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { type Bounds, priceBounds } from '../../../lib/money/price.ts'
import { accountOfOrder } from '../../../lib/payment/order-parties.ts'
import { type Delivered, withdrawalNote } from '../../../lib/payment/withdrawal-text.ts'
import { orderOfIntent } from '../../../order/order.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { payable } from '../../../platform/payment/settled-least.ts'
import { keptCardOf } from '../../../shop/kept-card/kept-card.ts'
import type { Head } from '../../document/document.tsx'
import { contentSecurityPolicy } from '../../document/html.ts'
import { themeOf } from '../../document/theme.ts'
import type { Media } from '../tape-view.ts'

/** The parameters that a bank adds to the URL of the checkout page. */
export const returned = { payment_intent: 255 } as const

/** Returns whether a payment with which somebody comes back from their bank is an account's. */
export function isOfAccount(ctx: Ctx, paymentIntentId: string | undefined): boolean {
  const order = paymentIntentId === undefined ? undefined : orderOfIntent(ctx, paymentIntentId)
  return order !== undefined && accountOfOrder(order) !== null
}

/** How it is delivered, where its payer may withdraw, and the sums that may be paid for it. */
type Paid = { delivered?: Delivered; sums?: Bounds }

export const paymentOf = (
  ctx: Ctx,
  viewer: Viewer | null,
  { artist, casset: { price } }: Media,
  intentId: string | undefined,
  { delivered, sums = priceBounds(price.currency) }: Paid = {},
): Payment => ({
  mode: ctx.config.payments,
  publishableKey: ctx.config.stripe.publishableKey ?? '',
  email: viewer?.email ?? '',
  kept: viewer && keptCardOf(ctx, viewer),
  mayKeep: viewer !== null,
  returned: intentId ?? null,
  priceNote: priceNoteOf(ctx, artist.handle),
  seller: sellerAtKey(ctx),
  sums: payable(ctx, sums, price.currency),
  withdrawal: delivered === undefined ? null : withdrawalNote(ctx.config.giveBack === 'off', delivered),
})

function sellerAtKey(ctx: Ctx): Payment['seller'] {
  const seller = siteSeller(ctx)
  return seller && { ...seller, terms: ctx.config.site.terms === null ? null : '/terms', note: japaneseNote(ctx) }
}

/** The page of payment says when one pays and what can be cancelled (Japan, 2022-06-01). */
function japaneseNote({ config }: Ctx): string | null {
  if (config.site.seller.country !== 'JP') return null
  return config.giveBack === 'on'
    ? say('You pay when you press the key. Within fourteen days you can return it, until you download it.')
    : say(
        'You pay when you press the key. What is not delivered yet can be cancelled; after delivery, digital music cannot be returned.',
      )
}

type CheckoutHead = { title: string; description: string; path: string }

export const checkoutHead = (ctx: Ctx, media: Media, { title, description, path }: CheckoutHead): Head => ({
  title,
  description,
  path: `/checkout/${path}`,
  sheet: 'forms',
  theme: themeOf(ctx, media),
  isHidden: true,
  cassetId: media.casset.id,
})

/** Returns the headers of a checkout page, with Stripe allowed if it takes the payment. */
export const checkoutHeaders = ({ config }: Ctx): Record<string, string> =>
  config.payments === 'stripe' ? stripeHeaders : {}

const script = 'https://js.stripe.com https://*.js.stripe.com'
const frames = [...script.split(' '), 'https://hooks.stripe.com']

/**
 * The policy of pages with Stripe's script, which are those of the checkout: its frames, its API,
 * and the frames of wallets and banks. All other pages exclude Stripe.
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
