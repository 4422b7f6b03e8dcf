import { eq } from 'drizzle-orm'
import { prepared, rowsBy, wholeRow } from '../../../db/prepared.ts'
import { everythingPurchases } from '../../../db/schema/shop/everything.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../../order/order.ts'
import { type EverythingTape, saveTape } from '../purchase/everything-tapes.ts'

export type EverythingRow = typeof everythingPurchases.$inferSelect

export type EverythingTerms = { percent: number; hasFuture: boolean; tapes: readonly EverythingTape[] }

const byOrder = rowsBy(everythingPurchases, 'orderId')
const add = prepared((db) => db.insert(everythingPurchases).values(wholeRow(everythingPurchases)).onConflictDoNothing())

export const everythingOf = ({ db }: Ctx, orderId: string): EverythingRow | undefined => byOrder(db).get({ orderId })

/** Stores the terms of an order of everything. Called in its transaction. */
export function saveEverything(
  ctx: Ctx,
  { id: orderId, userId, mode }: Order,
  artistId: string,
  { percent, hasFuture, tapes }: EverythingTerms,
): void {
  if (userId === null) throw new Error(`The order ${orderId} of everything has no account.`)
  const unpaid = { status: 'PAID', heldSince: null, endedAt: null } as const
  const row: EverythingRow = { orderId, artistId, userId, mode, percent, hasFuture, ...unpaid }
  add(ctx.db).run(row)
  for (const tape of tapes) saveTape(ctx, orderId, tape)
}

/** Changes a purchase of everything. Called in a transaction. */
export const changeEverything = ({ db }: Ctx, orderId: string, values: Partial<EverythingRow>): void =>
  void db.update(everythingPurchases).set(values).where(eq(everythingPurchases.orderId, orderId)).run()
