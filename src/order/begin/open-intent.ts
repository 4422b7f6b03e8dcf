import type Stripe from 'stripe'
import { accountOfArtist } from '../../books/seller/account/seller-account.ts'
import { openingOf } from '../../casset/access/opening.ts'
import type { Ctx } from '../../context.ts'
import { type Ask, askForNew, askProcessor } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { reasonOf } from '../../platform/payment/refusal.ts'
import { goodsOf } from '../goods.ts'
import { isForOthers, type Order } from '../order.ts'
import { metadataOf } from '../order-metadata.ts'
import { partsOf } from '../payees.ts'

const maxDescription = 500

// Stripe supports shared payment tokens in preview versions of its API only.
const withSharedTokens = { apiVersion: '2026-07-29.preview' }

export type PaymentText = { title: string; suffix: string | undefined; receiptEmail: string | undefined }

/** By a token at once, for which the SDK has no types yet. */
const paidBy = (sharedToken: string | undefined) =>
  sharedToken === undefined
    ? ({ automatic_payment_methods: { enabled: true } } as const)
    : ({
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        confirm: true,
        error_on_requires_action: true,
        shared_payment_granted_token: sharedToken,
      } as const)

// Afterpay forbids donations and preorders (docs.stripe.com/payments/afterpay-clearpay), and others
// lend a price only for what is delivered at once.
const lenders = ['affirm', 'afterpay_clearpay', 'alma', 'klarna', 'scalapay', 'sequra', 'sunbit', 'zip'] as const

/** Leaves those who lend a price out, where they forbid what it is for. */
function withoutLenders(ctx: Ctx, { kind, cassetId }: Order): { excluded_payment_method_types?: string[] } {
  const { isDonation, opening } = goodsOf(ctx)[kind]
  const isPreorder = opening?.isWhole === true && openingOf(ctx, cassetId).opensAt !== null
  return isDonation || isPreorder ? { excluded_payment_method_types: [...lenders] } : {}
}

/**
 * Opens the payment of an order at the processor, with an account's customer there; `key` begins
 * its idempotency key. With a token that an agent's wallet shared it is paid at once, and never
 * retried with another key. Throws BAD_STATE and UNAVAILABLE.
 */
export async function openIntent(
  ctx: Ctx,
  processor: Processor,
  order: Order,
  text: PaymentText,
  { customer, sharedToken, key }: { customer: string | undefined; sharedToken: string | undefined; key: string },
) {
  const { title, suffix, receiptEmail } = text
  const params = {
    amount: order.amountMinor,
    currency: order.currency,
    ...paidBy(sharedToken),
    ...withoutLenders(ctx, order),
    // This makes the fee of a sale known with the sale, and not a while later.
    capture_method: 'automatic',
    description: title.slice(0, maxDescription),
    ...(suffix === undefined ? {} : { statement_descriptor_suffix: suffix }),
    ...(receiptEmail === undefined ? {} : { receipt_email: receiptEmail }),
    ...(customer === undefined ? {} : { customer }),
    metadata: {
      ...metadataOf(ctx, order, toldParts(ctx, order, processor)),
      ...goodsOf(ctx)[order.kind].lost?.tell?.(ctx, order),
    },
    // Money for somebody else's goods comes to the platform first, and is transferred from there
    // (rule: transfers).
    ...(isForOthers(order) ? { transfer_group: order.id } : {}),
  } as const
  const ask =
    (asked: Stripe.PaymentIntentCreateParams): Ask<Stripe.PaymentIntent> =>
    (stripe, options) =>
      stripe.paymentIntents.create(asked, sharedToken === undefined ? options : { ...options, ...withSharedTokens })
  const open = (asked: Stripe.PaymentIntentCreateParams, name: string) =>
    sharedToken === undefined
      ? askForNew(ctx, processor, ask(asked), name)
      : askProcessor(ctx, processor, ask(asked), name)
  const intent = await open(params, key).catch((error) => {
    const refused = reasonOf(error)
    // The name of the artist may not fit next to the account's own text on statements.
    if (refused?.param === 'statement_descriptor_suffix') return open(without(params, refused.param), `${key}-plain`)
    // The parameter moved here, by the change log of 2026-04-22. An unknown parameter would have no
    // effect.
    if (refused?.param === 'shared_payment_granted_token' && refused.code === 'parameter_unknown') {
      const moved = { payment_method_data: { shared_payment_granted_token: sharedToken } }
      const others: Stripe.PaymentIntentCreateParams = without(params, refused.param)
      return open(Object.assign<Stripe.PaymentIntentCreateParams, object>(others, moved), `${key}-moved`)
    }
    throw error
  })
  if (intent.client_secret === null) throw new Error('A payment came without its client secret.')
  return { id: intent.id, clientSecret: intent.client_secret }
}

function without<T extends object, K extends string>(params: T, name: K): Omit<T, K> {
  const { [name]: _, ...others }: T & Partial<Record<K, unknown>> = params
  return others
}

const toldParts = (ctx: Ctx, order: Order, { mode }: Processor) =>
  partsOf(ctx, order).map((part) => ({
    ...part,
    accountId: accountOfArtist(ctx, mode, part.artistId)?.accountId ?? null,
  }))
