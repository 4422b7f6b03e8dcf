import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { type Ask, askForNew, askProcessor } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { accountOfArtist } from '../seller/seller-account.ts'
import { isForOthers, type Order } from './order.ts'
import { metadataOf } from './order-metadata.ts'
import { partsOf } from './payees.ts'

const maxDescription = 500

// Stripe has shared payment tokens in previews of its API only.
const withSharedTokens = { apiVersion: '2026-07-29.preview' }

/** What a payer reads of a payment: its title, and the seller on the bank's statement; and where its receipt goes. */
export type PaymentWords = { title: string; suffix: string | undefined; receiptEmail: string | undefined }

/** How a payment is paid: in the browser, or at once by a token, which the types of the SDK do not have yet. */
const paidBy = (sharedToken: string | undefined) =>
  sharedToken === undefined
    ? ({ automatic_payment_methods: { enabled: true } } as const)
    : ({
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        confirm: true,
        error_on_requires_action: true,
        shared_payment_granted_token: sharedToken,
      } as const)

/**
 * Opens the payment of an order at the processor, by an account's customer there; `key` begins its idempotency key. With a
 * token that an agent's wallet shared it is paid at once, and never asked for with another key. Throws BAD_STATE and
 * UNAVAILABLE.
 */
export async function openIntent(
  ctx: Ctx,
  processor: Processor,
  order: Order,
  words: PaymentWords,
  { customer, sharedToken, key }: { customer: string | undefined; sharedToken: string | undefined; key: string },
) {
  const { title, suffix, receiptEmail } = words
  const params = {
    amount: order.amountMinor,
    currency: order.currency,
    ...paidBy(sharedToken),
    // The fee of a sale is then known with the sale, and not a while later.
    capture_method: 'automatic',
    description: title.slice(0, maxDescription),
    ...(suffix === undefined ? {} : { statement_descriptor_suffix: suffix }),
    ...(receiptEmail === undefined ? {} : { receipt_email: receiptEmail }),
    ...(customer === undefined ? {} : { customer }),
    metadata: {
      ...metadataOf(ctx, order, toldParts(ctx, order, processor)),
      ...ctx.goods[order.kind].lost?.tell(ctx, order),
    },
    // What is sold for somebody else comes to the platform first, and is transferred from there (rule 7.13).
    ...(isForOthers(order) ? { transfer_group: order.id } : {}),
  } as const
  const ask: Ask<Stripe.PaymentIntent> = (stripe, options) =>
    stripe.paymentIntents.create(params, sharedToken === undefined ? options : { ...options, ...withSharedTokens })
  const intent = await (sharedToken === undefined
    ? askForNew(ctx, processor, ask, key)
    : askProcessor(ctx, processor, ask, key))
  if (intent.client_secret === null) throw new Error('A payment came without its client secret.')
  return { id: intent.id, clientSecret: intent.client_secret }
}

const toldParts = (ctx: Ctx, order: Order, { mode }: Processor) =>
  partsOf(ctx, order).map((part) => ({
    ...part,
    accountId: accountOfArtist(ctx, mode, part.artistId)?.accountId ?? null,
  }))
