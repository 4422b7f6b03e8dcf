import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Order } from '../../order/order.ts'
import { waitingFor } from './waiting.ts'

/** Returns what the receipt of a preorder says of its hour; nothing for a tape that is open. */
export function preorderText(ctx: Ctx, { cassetId }: Pick<Order, 'cassetId'>): string[] {
  const waiting = waitingFor(ctx, cassetId)
  if (!waiting) return []
  const opening = waiting.hour
  return [
    waiting.hasOpen
      ? say(
          'This is a preorder: it opens {opening}, and you get an email then. Until then you have what is already open. If the artist moves it to a later time, you can have your money back until it opens.',
          { opening },
        )
      : say(
          'This is a preorder: it opens {opening}, and you get an email then. If the artist moves it to a later time, you can have your money back until it opens.',
          { opening },
        ),
  ]
}
