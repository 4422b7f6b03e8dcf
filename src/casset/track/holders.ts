import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import type { tracks } from '../../../db/schema/casset/track.ts'
import { purchases } from '../../../db/schema/money/checkout.ts'
import { releaseFiles } from '../../../db/schema/release/release.ts'
import type { Ctx } from '../../context.ts'

const { placeholder } = sql

type Track = Pick<typeof tracks.$inferSelect, 'cassetId' | 'status' | 'inactiveAt'>

// Purchases of every payment mode count: a purchase with test money counts again once test payments
// are on.
const firstHolder = prepared((db) => {
  const { id, cassetId, purchasedAt, endedAt } = purchases
  const isHeld = and(eq(cassetId, placeholder('cassetId')), lte(purchasedAt, placeholder('until')), isNull(endedAt))
  return db.select({ id }).from(purchases).where(isHeld).limit(1)
})

const firstVersion = prepared((db) =>
  db
    .select({ id: releaseFiles.versionId })
    .from(releaseFiles)
    .where(eq(releaseFiles.trackId, placeholder('trackId')))
    .limit(1),
)

/**
 * Whether a track has to stay although its artist deletes it, because somebody holds it or a signed
 * release names it.
 */
export const isKept = (ctx: Ctx, track: Track & { id: string }): boolean =>
  firstVersion(ctx.db).get({ trackId: track.id }) !== undefined || hasHolders(ctx, track)

/** Whether somebody holds a track that was active until `inactiveAt` (rule: held-tracks). */
const hasHolders = (ctx: Ctx, { cassetId, status, inactiveAt }: Track): boolean =>
  status === 'READY' && inactiveAt !== null && firstHolder(ctx.db).get({ cassetId, until: inactiveAt }) !== undefined
