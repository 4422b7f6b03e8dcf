import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { prepared, wholeRow } from '../../../db/prepared.ts'
import { orderAccount, orders } from '../../../db/schema/order/order.ts'
import { everythingTapes } from '../../../db/schema/shop/purchase.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../../order/order.ts'

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

const bringing = prepared((db) =>
  db
    .select({ paymentIntentId: orders.paymentIntentId })
    .from(everythingTapes)
    .innerJoin(orders, eq(orders.id, everythingTapes.orderId))
    .where(
      and(
        // Without the index of all who have the tape: an account has fewer orders.
        sql`+${everythingTapes.cassetId} = ${sql.placeholder('cassetId')}`,
        eq(orderAccount, sql.placeholder('holderId')),
        eq(orders.kind, sql.placeholder('kind')),
        eq(orders.mode, sql.placeholder('mode')),
        sql`${orders.state} = 'PAID'`,
        isNotNull(orders.paymentIntentId),
      ),
    ),
)

/** Returns the payments of a kind that brought the tape of an order to its holder as well. */
export const broughtBy =
  (kind: Order['kind']) =>
  ({ db }: Ctx, { cassetId, holderId, mode }: Order): string[] =>
    holderId === null
      ? []
      : bringing(db)
          .all({ cassetId, holderId, kind, mode })
          .flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
