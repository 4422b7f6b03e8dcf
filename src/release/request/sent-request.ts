import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import { checkoutUrl, priceOfQuote } from '../license/quote/save-quote.ts'
import { manifestOf } from '../read-version.ts'
import { visibleRelease } from '../visible-release.ts'
import type { SentRequest } from './model.ts'
import { deleteRequest, factsOf, isoTime, requestById } from './request.ts'

/**
 * Returns a request as whoever sent it sees it: its id is the secret (rule: asking). Throws
 * NOT_FOUND, also once its release is not public.
 */
export function readSent(ctx: Ctx, id: string): SentRequest {
  const row = requestById(ctx, id)
  const release = visibleRelease(ctx, row.releaseId)
  const { facts, quote } = factsOf(ctx, row)
  const price = quote ? priceOfQuote(quote) : null
  return {
    ...facts,
    title: manifestOf(release.version).release.title,
    quote:
      quote && price
        ? {
            quoteId: quote.id,
            price,
            terms: quote.agreed.flatMap(({ scope, terms }) => (terms === null ? [] : [{ scope, terms }])),
            checkoutUrl: checkoutUrl(ctx, quote, release.cassetId),
            expiresAt: isoTime(quote.expiresAt),
          }
        : null,
    deletedAt: isoTime(row.expiresAt),
  }
}

/** Deletes a request for whoever sent it, with all that it says of them. Throws NOT_FOUND. */
export function withdrawRequest(ctx: Ctx, id: string): void {
  inTransaction(ctx.db, () => deleteRequest(ctx, requestById(ctx, id)))
}
