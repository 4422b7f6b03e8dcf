import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { askProcessor, isOtherRequest, isOutOfReach, isRefused, isRepeated } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { findTransfers } from './find-transfers.ts'
import { noteWaiting, owedTo, type Part, partNow } from './owed.ts'
import { payeeOf } from './record-transfers.ts'
import type { Work } from './send-part.ts'

// Between two questions a rate may move.
const rateMargin = 0.97

/**
 * Reverses what an artist got too much of an order, as far as their account allows it; the rest they earn back with what
 * is sold next. Throws UNAVAILABLE.
 */
export async function takePartBack(ctx: Ctx, processor: Processor, { order, part: asked }: Work): Promise<void> {
  // What could not be had once, and was earned back since, is left in peace.
  if (asked.refusals > 0 && owedTo(ctx, asked) >= 0) return
  const found = await findTransfers(ctx, processor, order)
  const transfers = found.filter((one) => payeeOf(one) === asked.artistId && one.currency === asked.currency)
  const part = partNow(ctx, asked)
  let missing = -(part?.amountMinor ?? 0)
  if (!part || missing <= 0) return
  let reversed = 0
  for (const transfer of transfers) {
    const wanted = Math.min(missing, transfer.amount - transfer.amount_reversed)
    if (wanted <= 0) continue
    const got = await reverse(ctx, processor, part, transfer, wanted)
    reversed += got
    missing -= got
  }
  if (reversed > 0) await findTransfers(ctx, processor, order)
}

async function reverse(ctx: Ctx, processor: Processor, part: Part, transfer: Stripe.Transfer, amount: number) {
  const name = ['reversal', transfer.id, transfer.amount_reversed, part.refusals].join('-')
  if (await tryReverse(ctx, processor, part, { id: transfer.id, amount, key: name })) return amount
  await ctx.jointly(() => noteWaiting(ctx, part, true))
  const rest = Math.min(amount, await reachable(ctx, processor, transfer))
  return rest > 0 && (await tryReverse(ctx, processor, part, { id: transfer.id, amount: rest, key: `${name}-rest` }))
    ? rest
    : 0
}

type Reversal = { id: string; amount: number; key: string }

async function tryReverse(ctx: Ctx, processor: Processor, part: Part, { id, amount, key }: Reversal) {
  try {
    await askProcessor(
      ctx,
      processor,
      (stripe, options) => stripe.transfers.createReversal(id, { amount, metadata: { deckId: ctx.deckId } }, options),
      key,
    )
    return true
  } catch (error) {
    if (isRefused(error) || isOutOfReach(error) || isOtherRequest(error)) return false
    if (isRepeated(error)) await ctx.jointly(() => noteWaiting(ctx, part, true))
    throw error
  }
}

/** Returns how much of a transfer the artist's account could give back now, in the currency of the transfer. */
async function reachable(
  ctx: Ctx,
  processor: Processor,
  { amount, currency, destination, ...transfer }: Stripe.Transfer,
) {
  const payment = transfer.destination_payment
  const line = typeof payment === 'object' ? payment.balance_transaction : null
  const stripeAccount = typeof destination === 'string' ? destination : destination?.id
  if (stripeAccount === undefined || line === null || typeof line === 'string') return 0
  try {
    const { available } = await askProcessor(ctx, processor, (stripe, options) =>
      stripe.balance.retrieve({}, { ...options, stripeAccount }),
    )
    const held = available.find((sum) => sum.currency === line.currency)?.amount ?? 0
    if (line.currency === currency) return held
    const rest = Math.floor(((held * amount) / line.amount) * rateMargin)
    // What is less than a cent of the account's currency costs the account nothing: it could be taken again and again.
    return (rest * line.amount) / amount < 1 ? 0 : rest
  } catch (error) {
    if (isOutOfReach(error)) return 0
    throw error
  }
}
