import { and, eq, min, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { purchases } from '../../../db/schema/money/checkout.ts'
import type { Ctx } from '../../context.ts'
import { whereCounted } from '../../platform/payment/mode.ts'

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
  db
    .select({ since: min(purchases.purchasedAt) })
    .from(purchases)
    .where(whereHeld),
)

/**
 * Returns when somebody collected a casset that they still have, in the present mode or for free (a
 * time in ms); undefined when they do not have it.
 */
export const collectedAt = (ctx: Ctx, cassetId: string, userId: string): number | undefined =>
  heldSince(ctx.db).get({ cassetId, userId, mode: ctx.config.paymentMode })?.since ?? undefined

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

/** Returns whether anybody has ever collected a casset, even if they no longer have it. */
export const wasCollected = ({ db }: Ctx, cassetId: string): boolean =>
  everCollected(db).get({ cassetId }) !== undefined
