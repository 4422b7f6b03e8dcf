import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { askProcessor } from './ask-processor.ts'
import type { Processor } from './processor.ts'

/** Which page of a list is asked for: the first, or that after a row. */
export type WantedPage = { limit: number; starting_after?: string }

const perPage = 100

/**
 * Every row of a list, of which an answer may hold the first page already; `ask` asks for another.
 * The page of which `isLast` is true ends it. Throws UNAVAILABLE.
 */
export async function wholeList<T extends { id: string }>(
  ctx: Ctx,
  processor: Processor,
  first: Stripe.ApiList<T> | null | undefined,
  ask: (stripe: Stripe, page: WantedPage, options: Stripe.RequestOptions) => Promise<Stripe.ApiList<T>>,
  isLast: (page: readonly T[]) => boolean = () => false,
): Promise<T[]> {
  const get = (page: WantedPage) => askProcessor(ctx, processor, (stripe, options) => ask(stripe, page, options))
  let list = first ?? (await get({ limit: perPage }))
  const rows = [...list.data]
  for (let last = list.data.at(-1); list.has_more && last && !isLast(list.data); last = list.data.at(-1)) {
    list = await get({ limit: perPage, starting_after: last.id })
    rows.push(...list.data)
  }
  return rows
}
