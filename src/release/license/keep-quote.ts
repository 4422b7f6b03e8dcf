import { asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../db/in-batches.ts'
import { prepared, wholeRow } from '../../../db/prepared.ts'
import { licenseQuotes } from '../../../db/schema/release/license.ts'
import { releaseFiles } from '../../../db/schema/release/release.ts'
import { cleanLine, cleanLines } from '../../account/clean-text.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import type { PolicyRow } from '../../casset/usage/read-policies.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { dayMs } from '../../lib/calendar.ts'
import { canBePaid } from '../../money/seller/can-be-paid.ts'
import type { SignedVersion } from '../read-version.ts'
import { agreedOf } from './agreed.ts'
import type { Price } from './price-scopes.ts'

/** A stored quote. */
export type QuoteRow = typeof licenseQuotes.$inferSelect

/** How long a price is good for. */
const validMs = dayMs
const keptMs = 30 * dayMs

const add = prepared((db) =>
  db
    .insert(licenseQuotes)
    .values({ ...wholeRow(licenseQuotes), scopes: sql.placeholder('scopes'), agreed: sql.placeholder('agreed') }),
)
const byId = prepared((db) =>
  db
    .select()
    .from(licenseQuotes)
    .where(eq(licenseQuotes.id, sql.placeholder('id'))),
)

type Asked = { agentKey?: string | undefined; intendedUse?: string | undefined }

/** Stores what an agent is told of a license. Called in a transaction, or as a write of its own. */
export function keepQuote(
  ctx: Ctx,
  { id: releaseVersionId, releaseId }: Pick<SignedVersion, 'id' | 'releaseId'>,
  policies: readonly PolicyRow[],
  { total }: Price,
  { agentKey = '', intendedUse }: Asked,
): QuoteRow {
  const now = ctx.now()
  const quote: QuoteRow = {
    id: ctx.uuid(),
    releaseId,
    releaseVersionId,
    scopes: policies.map(({ scope }) => scope),
    agreed: agreedOf(policies),
    agentKey: cleanLine(agentKey) || null,
    intendedUse: cleanLines(intendedUse ?? null),
    amountMinor: total?.amount ?? null,
    currency: total?.currency ?? null,
    createdAt: now,
    expiresAt: now + validMs,
  }
  add(ctx.db).run(quote)
  return quote
}

/** Returns a quote; undefined for none. */
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
    .where(eq(releaseFiles.versionId, sql.placeholder('versionId')))
    .limit(1),
)

/**
 * Returns whether everything that a version names was erased because the law demands it: nobody
 * buys a license of that.
 */
export const isAllErased = (ctx: Ctx, versionId: string): boolean => keptFile(ctx.db).get({ versionId }) === undefined

/**
 * Returns the page where a person buys what was quoted; null when it cannot be bought, or its
 * artist cannot be paid.
 */
export function checkoutUrl(
  ctx: Ctx,
  { id, amountMinor, releaseVersionId }: QuoteRow,
  cassetId: string,
): string | null {
  if (amountMinor === null || isAllErased(ctx, releaseVersionId)) return null
  const { casset, artist } = cassetForSale(ctx, cassetId)
  const slug = casset.slug ?? artist.handle
  return canBePaid(ctx, slug) ? `${ctx.site.origin}/checkout/${slug}/license/${id}` : null
}

/** Deletes quotes, and who asked for them, a month after they expired (rule: quotes). */
export function pruneQuotes({ db, jointly, now }: Ctx): Promise<void> {
  const { id, expiresAt } = licenseQuotes
  const whereLong = lt(expiresAt, now() - keptMs)
  const some = db.select({ id }).from(licenseQuotes).where(whereLong).orderBy(asc(expiresAt)).limit(batchSize)
  return inBatches(jointly, db.delete(licenseQuotes).where(inArray(id, some)).returning({ id }))
}
