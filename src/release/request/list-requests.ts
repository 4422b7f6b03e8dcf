import { and, desc, eq, lt } from 'drizzle-orm'
import { licenseRequests } from '../../../db/schema/release/request.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { priceOfQuote } from '../license/quote/save-quote.ts'
import { ownRelease } from '../own-release.ts'
import type { OwnRequest, OwnRequests } from './model.ts'
import { factsOf, type RequestRow } from './request.ts'

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
