import { and, desc, eq, lt } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { licenseRequests } from '../../../db/schema/release/request.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { checkoutUrl, priceOfQuote } from '../license/quote/save-quote.ts'
import { ownRelease } from '../own-release.ts'
import { manifestOf } from '../read-version.ts'
import { visibleRelease } from '../visible-release.ts'
import type { OwnRequest, OwnRequests, SentRequest } from './model.ts'
import { deleteRequest, factsOf, isoTime, type RequestRow, requestById } from './request.ts'

/** Returns the requests for the caller's release, newest first. Throws NOT_FOUND, FORBIDDEN. */
export function listRequests(ctx: Ctx, author: Viewer, id: string, limit: number, cursor?: string): OwnRequests {
  const { id: releaseId } = ownRelease(ctx, id, author)
  const before = cursor === undefined ? undefined : lt(licenseRequests.id, cursor)
  const rows = ctx.db
    .select()
    .from(licenseRequests)
    .where(and(eq(licenseRequests.releaseId, releaseId), before))
    .orderBy(desc(licenseRequests.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, (row) => row.id)
  return { requests: page.map((row) => toOwn(ctx, row)), nextCursor }
}

/** Returns a request as its artist sees it: without the address of whoever sent it. */
export function toOwn(ctx: Ctx, row: RequestRow): OwnRequest {
  const { facts, quote } = factsOf(ctx, row)
  const { name, agentKey, agent } = row
  return { ...facts, name, agentKey, agent, price: quote ? priceOfQuote(quote) : null }
}

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
