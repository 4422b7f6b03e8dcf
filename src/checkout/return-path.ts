import { slugOf } from '../casset/slug-of.ts'
import type { Ctx } from '../context.ts'
import type { Order } from './order.ts'

/** The page on which an order is paid, where the payer's bank sends them back to. */
export function returnPath(ctx: Ctx, { kind, cassetId, emojiId }: Order): string {
  const checkout = `/checkout/${slugOf(ctx, cassetId)}`
  if (kind === 'tip') return `${checkout}/tip`
  return kind === 'emoji' ? `${checkout}/emoji/${emojiId}` : checkout
}
