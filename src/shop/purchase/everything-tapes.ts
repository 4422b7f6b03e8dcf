import { asc, eq, sql } from 'drizzle-orm'
import { prepared, wholeRow } from '../../../db/prepared.ts'
import { everythingTapes } from '../../../db/schema/shop/purchase.ts'
import type { Ctx } from '../../context.ts'

/** A tape of everything: its part of the sum, and what was taken off for tracks (minor units). */
export type EverythingTape = Pick<typeof everythingTapes.$inferSelect, 'cassetId' | 'partMinor' | 'creditMinor'>

const tapesByOrder = prepared((db) =>
  db
    .select()
    .from(everythingTapes)
    .where(eq(everythingTapes.orderId, sql.placeholder('orderId')))
    .orderBy(asc(everythingTapes.cassetId)),
)
const addTape = prepared((db) => db.insert(everythingTapes).values(wholeRow(everythingTapes)).onConflictDoNothing())

/** Returns the tapes of an order of everything, those that came later included. */
export const tapesOf = ({ db }: Ctx, orderId: string): EverythingTape[] => tapesByOrder(db).all({ orderId })

/** Adds a tape to an order of everything. Called in a transaction. */
export const saveTape = ({ db }: Ctx, orderId: string, tape: EverythingTape): void =>
  void addTape(db).run({ orderId, ...tape })
