import { asc, eq, sql } from 'drizzle-orm'
import { prepared, wholeRow } from '../../../db/prepared.ts'
import { everythingPurchases, everythingTapes } from '../../../db/schema/shop/checkout.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../../order/order.ts'

/** A purchase of everything, as it is stored. */
export type EverythingRow = typeof everythingPurchases.$inferSelect

/** A tape of it: its part of the sum, and what was taken off for tracks, in minor units. */
export type EverythingTape = Pick<typeof everythingTapes.$inferSelect, 'cassetId' | 'partMinor' | 'creditMinor'>

/** The terms of a purchase of everything. */
export type EverythingTerms = { percent: number; hasFuture: boolean; tapes: readonly EverythingTape[] }

const byOrder = prepared((db) =>
  db
    .select()
    .from(everythingPurchases)
    .where(eq(everythingPurchases.orderId, sql.placeholder('orderId'))),
)
const tapesByOrder = prepared((db) =>
  db
    .select()
    .from(everythingTapes)
    .where(eq(everythingTapes.orderId, sql.placeholder('orderId')))
    .orderBy(asc(everythingTapes.cassetId)),
)
const add = prepared((db) => db.insert(everythingPurchases).values(wholeRow(everythingPurchases)).onConflictDoNothing())
const addTape = prepared((db) => db.insert(everythingTapes).values(wholeRow(everythingTapes)).onConflictDoNothing())

/** Returns what an order of everything is; undefined for any other order. */
export const everythingOf = ({ db }: Ctx, orderId: string): EverythingRow | undefined => byOrder(db).get({ orderId })

/** Returns its tapes, those that came later included. */
export const tapesOf = ({ db }: Ctx, orderId: string): EverythingTape[] => tapesByOrder(db).all({ orderId })

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

/** Adds a tape to an order of everything. Called in a transaction. */
export const saveTape = ({ db }: Ctx, orderId: string, tape: EverythingTape): void =>
  void addTape(db).run({ orderId, ...tape })

/** Changes a purchase of everything. Called in a transaction. */
export const changeEverything = ({ db }: Ctx, orderId: string, values: Partial<EverythingRow>): void =>
  void db.update(everythingPurchases).set(values).where(eq(everythingPurchases.orderId, orderId)).run()
