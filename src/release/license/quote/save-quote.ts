import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../../db/in-batches.ts'
import { prepared, rowsBy, wholeRow } from '../../../../db/prepared.ts'
import { tracks } from '../../../../db/schema/casset/track.ts'
import { type AgreedScope, licenseQuotes } from '../../../../db/schema/release/license.ts'
import { releaseFiles } from '../../../../db/schema/release/release.ts'
import { cleanLine, cleanLines } from '../../../account/clean-text.ts'
import { canBePaid } from '../../../books/seller/can-be-paid.ts'
import { cassetForSale } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { dayMs } from '../../../lib/time/calendar.ts'
import type { Money } from '../../../platform/http/request/schema.ts'
import type { SignedVersion } from '../../read-version.ts'

export type QuoteRow = typeof licenseQuotes.$inferSelect

/** How long a price is good for. */
const validMs = dayMs
const keptMs = 30 * dayMs

const add = prepared((db) =>
  db
    .insert(licenseQuotes)
    .values({ ...wholeRow(licenseQuotes), scopes: sql.placeholder('scopes'), agreed: sql.placeholder('agreed') }),
)
const byId = rowsBy(licenseQuotes, 'id')

export type Offer = {
  readonly version: Pick<SignedVersion, 'id' | 'releaseId'>
  readonly agreed: readonly AgreedScope[]
  /** Null where it cannot be bought. */
  readonly total: Money | null
  /** The request that it answers. Without one it is valid for a day. */
  readonly answers?: { readonly requestId: string; readonly validMs: number }
}

/** The name that somebody gives, the name that their signature proves, and the use. */
export type QuoteAsker = {
  readonly agentKey?: string | null | undefined
  readonly intendedUse?: string | null | undefined
  readonly agent?: string | null | undefined
}

/** Stores what somebody is told of a license. Called in a transaction, or as a write of its own. */
export function saveQuote(
  ctx: Ctx,
  { version: { id: releaseVersionId, releaseId }, agreed, total, answers }: Offer,
  { agentKey, intendedUse, agent }: QuoteAsker,
): QuoteRow {
  const now = ctx.now()
  const quote: QuoteRow = {
    id: ctx.uuid(),
    releaseId,
    releaseVersionId,
    scopes: agreed.map(({ scope }) => scope),
    agreed: [...agreed],
    agentKey: cleanLine(agentKey ?? '') || null,
    agent: agent ?? null,
    intendedUse: cleanLines(intendedUse ?? null),
    requestId: answers?.requestId ?? null,
    amountMinor: total?.amount ?? null,
    currency: total?.currency ?? null,
    createdAt: now,
    expiresAt: now + (answers?.validMs ?? validMs),
  }
  add(ctx.db).run(quote)
  return quote
}

const ofRequest = prepared((db) =>
  db
    .select()
    .from(licenseQuotes)
    .where(eq(licenseQuotes.requestId, sql.placeholder('requestId')))
    .orderBy(desc(licenseQuotes.id))
    .limit(1),
)

/** Returns the quote that answers a request; undefined when it was not granted. */
export const quoteOfRequest = (ctx: Ctx, requestId: string): QuoteRow | undefined =>
  ofRequest(ctx.db).get({ requestId })

/** Ends the quotes that answer a request: nobody buys them any more. */
export const endQuotesOf = ({ db, now }: Ctx, requestId: string): void =>
  void db.update(licenseQuotes).set({ expiresAt: now() }).where(eq(licenseQuotes.requestId, requestId)).run()

/** Returns the price of a quote; null where it cannot be bought. */
export const priceOfQuote = ({ amountMinor: amount, currency }: QuoteRow): Money | null =>
  amount === null || currency === null ? null : { amount, currency }

export const findQuote = (ctx: Ctx, id: string): QuoteRow | undefined => byId(ctx.db).get({ id })

/** Returns a quote. Throws NOT_FOUND for none. */
export function quoteById(ctx: Ctx, id: string): QuoteRow {
  const quote = findQuote(ctx, id)
  if (!quote) throw notFound('quote')
  return quote
}

const keptFile = prepared((db) =>
  db
    .select({ trackId: releaseFiles.trackId })
    .from(releaseFiles)
    .innerJoin(tracks, eq(tracks.id, releaseFiles.trackId))
    .where(and(eq(releaseFiles.versionId, sql.placeholder('versionId')), isNull(tracks.takenDown)))
    .limit(1),
)

/**
 * Returns whether everything that a version names was erased because the law demands it, or is
 * taken down: nobody buys a license of that.
 */
export const isAllGone = (ctx: Ctx, versionId: string): boolean => keptFile(ctx.db).get({ versionId }) === undefined

/** Null when it cannot be bought, or its artist cannot be paid. */
export function checkoutUrl(
  ctx: Ctx,
  { id, amountMinor, releaseVersionId }: QuoteRow,
  cassetId: string,
): string | null {
  if (amountMinor === null || isAllGone(ctx, releaseVersionId)) return null
  const slug = cassetForSale(ctx, cassetId).artist.handle
  return canBePaid(ctx, slug) ? `${ctx.site.origin}/checkout/${slug}/license/${id}` : null
}

/** Deletes quotes a month after they expired (rule: quotes). */
export function pruneQuotes({ db, jointly, now }: Ctx): Promise<void> {
  const { id, expiresAt } = licenseQuotes
  const whereLong = lt(expiresAt, now() - keptMs)
  const some = db.select({ id }).from(licenseQuotes).where(whereLong).orderBy(asc(expiresAt)).limit(batchSize)
  return inBatches(jointly, db.delete(licenseQuotes).where(inArray(id, some)).returning({ id }))
}
