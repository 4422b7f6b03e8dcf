import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { askProcessor } from './ask-processor.ts'
import type { Processor } from './processor.ts'

/** Which page of a list comes next. */
export type NextPage = { limit: number; starting_after: string }

const perPage = 100

/** Every row of a list of which an answer holds the first page; `next` asks for the page after a row. Throws UNAVAILABLE. */
export async function wholeList<T extends { id: string }>(
  ctx: Ctx,
  processor: Processor,
  first: Stripe.ApiList<T>,
  next: (stripe: Stripe, page: NextPage, options: Stripe.RequestOptions) => Promise<Stripe.ApiList<T>>,
): Promise<T[]> {
  const rows = [...first.data]
  for (let hasMore = first.has_more; hasMore; ) {
    const after = rows.at(-1)?.id
    if (after === undefined) break
    const page = { limit: perPage, starting_after: after }
    const list = await askProcessor(ctx, processor, (stripe, options) => next(stripe, page, options))
    rows.push(...list.data)
    hasMore = list.has_more && list.data.length > 0
  }
  return rows
}
