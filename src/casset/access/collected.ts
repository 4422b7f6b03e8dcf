import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { purchases } from '../../../db/schema/money/checkout.ts'
import type { Ctx } from '../../context.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import { wasSoldSingly } from './track-holding.ts'

const whereHeld = and(
  eq(purchases.userId, sql.placeholder('userId')),
  eq(purchases.cassetId, sql.placeholder('cassetId')),
  // The same expression as in the index `purchases_once`: SQLite answers `held` from that index
  // only then.
  sql`coalesce(${purchases.endedAt}, 0) = 0`,
  whereCounted(purchases.mode, sql.placeholder('mode')),
)

const held = prepared((db) => db.select({ isHeld: sql<number>`1` }).from(purchases).where(whereHeld))
const heldSince = prepared((db) =>
  db.select({ since: purchases.purchasedAt, orderId: purchases.orderId }).from(purchases).where(whereHeld),
)

/**
 * Returns by which orders somebody has a casset, in the present mode or for free, and since when (a
 * time in ms).
 */
export const heldPurchases = (ctx: Ctx, cassetId: string, userId: string) =>
  heldSince(ctx.db).all({ cassetId, userId, mode: ctx.config.paymentMode })

/**
 * Returns whether a user has collected a casset in the present mode or for free, and still has it.
 */
export const hasCollected = (ctx: Ctx, cassetId: string, userId: string): boolean =>
  held(ctx.db).get({ cassetId, userId, mode: ctx.config.paymentMode }) !== undefined

const everCollected = prepared((db) =>
  db
    .select({ id: purchases.id })
    .from(purchases)
    .where(eq(purchases.cassetId, sql.placeholder('cassetId')))
    .limit(1),
)

/**
 * Returns whether anybody has ever collected a casset or bought a track of it, even if they no
 * longer have it.
 */
export const wasCollected = (ctx: Ctx, cassetId: string): boolean =>
  everCollected(ctx.db).get({ cassetId }) !== undefined || wasSoldSingly(ctx, cassetId)
