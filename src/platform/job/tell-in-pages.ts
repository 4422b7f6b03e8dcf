import type { Ctx } from '../../context.ts'

/** So many people are told in one transaction, which takes a few milliseconds. */
export const toldAtOnce = 10

/** A place in a list of people, which is sorted by `afterAt` (ms) and then by id. */
export type Place = { after: string; afterAt: number }

/**
 * Calls for one page of at most `toldAtOnce` people after another, each in a transaction, until one
 * is not full. Throws when the queue stops, so that the job is done again.
 *
 * @param tell Tells the page after a place; returns the places of those in it.
 */
export async function tellInPages(ctx: Ctx, signal: AbortSignal, tell: (last: Place) => Place[]): Promise<void> {
  for (let last: Place | undefined = { after: '', afterAt: 0 }; last; ) {
    signal.throwIfAborted()
    const from: Place = last
    const told = await ctx.jointly(() => tell(from))
    last = told.length < toldAtOnce ? undefined : told.at(-1)
  }
}
