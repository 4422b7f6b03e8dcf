import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { noteWaiting } from '../../order/owed-parts.ts'
import { isRepeated } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { findTransfers } from './find-transfers.ts'
import { owedTo, type Part, partNow } from './owed.ts'
import { payeeOf } from './record-transfers.ts'
import { type Reversal, recoverableAmount, tryReverse } from './reverse-transfer.ts'
import type { Work } from './send-part.ts'

/**
 * Reverses what an artist got too much of an order, as far as their account allows it; they earn
 * back the rest with later sales. Throws UNAVAILABLE.
 */
export async function reversePart(ctx: Ctx, processor: Processor, { order, part: asked }: Work): Promise<void> {
  // A debt that could not be collected once, and was earned back since, is left alone.
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
  if (await reverseOf(ctx, processor, part, { id: transfer.id, amount, key: name })) return amount
  await ctx.jointly(() => noteWaiting(ctx, part, true))
  const rest = Math.min(amount, await recoverableAmount(ctx, processor, transfer))
  return rest > 0 && (await reverseOf(ctx, processor, part, { id: transfer.id, amount: rest, key: `${name}-rest` }))
    ? rest
    : 0
}

async function reverseOf(ctx: Ctx, processor: Processor, part: Part, reversal: Reversal): Promise<boolean> {
  try {
    return await tryReverse(ctx, processor, reversal)
  } catch (error) {
    if (isRepeated(error)) await ctx.jointly(() => noteWaiting(ctx, part, true))
    throw error
  }
}
