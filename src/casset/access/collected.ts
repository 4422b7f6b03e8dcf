import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
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

/** Counts the present mode and what was free; times are in ms. */
export const heldPurchases = (ctx: Ctx, cassetId: string, userId: string) =>
  heldSince(ctx.db).all({ cassetId, userId, mode: ctx.config.paymentMode })

/** Whether a user collected a casset, in the present mode or for free, and still has it. */
export const hasCollected = (ctx: Ctx, cassetId: string, userId: string): boolean =>
  held(ctx.db).get({ cassetId, userId, mode: ctx.config.paymentMode }) !== undefined

const anyHolder = prepared((db) =>
  db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.cassetId, sql.placeholder('cassetId')), isNull(purchases.endedAt)))
    .limit(1),
)

/** Returns whether anybody has a casset now, by a purchase of any mode or for free. */
export const isHeld = ({ db }: Ctx, cassetId: string): boolean => anyHolder(db).get({ cassetId }) !== undefined

const firstHeld = prepared((db) =>
  db
    .select({ at: purchases.purchasedAt })
    .from(purchases)
    .where(and(eq(purchases.cassetId, sql.placeholder('cassetId')), isNull(purchases.endedAt)))
    .orderBy(asc(purchases.purchasedAt))
    .limit(1),
)

/** Returns since when somebody has a casset who still has it (ms); undefined where nobody does. */
export const heldFrom = ({ db }: Ctx, cassetId: string): number | undefined => firstHeld(db).get({ cassetId })?.at

const everCollected = prepared((db) =>
  db
    .select({ id: purchases.id })
    .from(purchases)
    .where(eq(purchases.cassetId, sql.placeholder('cassetId')))
    .limit(1),
)

/** Counts also those who no longer have it. */
export const wasCollected = (ctx: Ctx, cassetId: string): boolean =>
  everCollected(ctx.db).get({ cassetId }) !== undefined || wasSoldSingly(ctx, cassetId)

const { placeholder } = sql

/**
 * Returns the subquery of what the user in a column holds of the casset `cassetId`, in `mode` or
 * for free; both are parameters.
 */
export const heldOf = (db: Db, userId: SQLiteColumn) =>
  db
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, userId),
        eq(purchases.cassetId, placeholder('cassetId')),
        sql`coalesce(${purchases.endedAt}, 0) = 0`,
        whereCounted(purchases.mode, placeholder('mode')),
      ),
    )

// In the order of the index `purchases_once`, which ends with the number of the row.
const rowid = sql<number>`"purchases"."rowid"`
const ordersOfGuests = prepared((db) =>
  db
    .select({ orderId: purchases.orderId, number: rowid })
    .from(purchases)
    .where(
      and(
        isNull(purchases.userId),
        eq(purchases.cassetId, placeholder('cassetId')),
        sql`coalesce(${purchases.endedAt}, 0) = 0`,
        eq(purchases.mode, placeholder('mode')),
        sql`${rowid} > ${placeholder('after')}`,
      ),
    )
    .orderBy(asc(rowid))
    .limit(placeholder('limit')),
)

/** Returns a page of the orders by which guests hold a casset, after the row with this number. */
export const guestOrdersOf = (
  ctx: Ctx,
  page: { cassetId: string; mode: typeof purchases.$inferSelect.mode; after: number; limit: number },
) => ordersOfGuests(ctx.db).all(page)
