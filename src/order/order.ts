import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { assigned, prepared, rowsBy } from '../../db/prepared.ts'
import { type Order, orderParts, orders } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { accountOfOrder } from '../lib/payment/order-parties.ts'
import type { Viewer } from '../platform/http/session/session.ts'

export type { Order }

const { placeholder } = sql

const byId = rowsBy(orders, 'id')
const byIntent = rowsBy(orders, 'paymentIntentId')
const openFor = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, placeholder('userId')),
        eq(orders.cassetId, placeholder('cassetId')),
        eq(orders.kind, placeholder('kind')),
        eq(sql`coalesce(${orders.thingId}, '')`, placeholder('thingId')),
        eq(orders.mode, placeholder('mode')),
        sql`${orders.state} = 'OPEN'`,
      ),
    ),
)
const openOfAgent = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.thingId, placeholder('thingId')),
        eq(orders.mode, placeholder('mode')),
        sql`${orders.state} = 'OPEN'`,
        isNotNull(orders.agentKey),
      ),
    ),
)
const move = prepared((db) =>
  db
    .update(orders)
    .set({ state: assigned('to'), paidAt: assigned('paidAt') })
    .where(and(eq(orders.id, placeholder('id')), eq(orders.state, placeholder('from')))),
)

export const orderById = (ctx: Ctx, id: string): Order | undefined => byId(ctx.db).get({ id })

export const orderOfIntent = (ctx: Ctx, paymentIntentId: string): Order | undefined =>
  byIntent(ctx.db).get({ paymentIntentId })

/** The caller's own order behind a payment. Throws NOT_FOUND. */
export function ownOrder(ctx: Ctx, buyer: Viewer, paymentIntentId: string): Order {
  const order = orderOfIntent(ctx, paymentIntentId)
  if (!order || accountOfOrder(order) !== buyer.userId) throw notFound('payment')
  return order
}

/** Returns the account that holds the goods of an order. Throws where there is none. */
export function holderOf({ id, holderId }: Pick<Order, 'id' | 'holderId'>): string {
  if (holderId === null) throw new Error(`The order ${id} has no holder.`)
  return holderId
}

/** Returns the order that the caller may pay: theirs, a guest's or an agent's. Throws NOT_FOUND. */
export function orderToPay(ctx: Ctx, buyer: Viewer | null, paymentIntentId: string): Order {
  const order = orderOfIntent(ctx, paymentIntentId)
  const account = order ? accountOfOrder(order) : null
  if (!order || (account !== null && account !== buyer?.userId)) throw notFound('payment')
  return order
}

/** Transfers pay those others. */
export const isForOthers = ({
  sellerAccountId,
  isShared,
  isSale,
}: Pick<Order, 'sellerAccountId' | 'isShared' | 'isSale'>): boolean => sellerAccountId !== null || isShared || !isSale

export type Purpose = Pick<Order, 'userId' | 'cassetId' | 'kind'> & Partial<Pick<Order, 'thingId'>>

/**
 * Somebody's order for a thing that waits to be paid in the present mode. An agent's order is known
 * by the thing alone; orders of guests are found by their links only.
 */
export function openOrder(ctx: Ctx, { userId, cassetId, kind, thingId = null }: Purpose): Order | undefined {
  const { paymentMode: mode } = ctx.config
  if (userId === null) return thingId === null ? undefined : openOfAgent(ctx.db).get({ thingId, mode })
  return openFor(ctx.db).get({ userId, cassetId, kind, thingId: thingId ?? '', mode })
}

/** Returns the thing of an order whose casset has several of that kind. Throws for other kinds. */
export function thingIdOf({ id, thingId }: Pick<Order, 'id' | 'thingId'>): string {
  if (thingId === null) throw new Error(`The order ${id} does not say what it is for.`)
  return thingId
}

/** A late payment still counts, even for a replaced or cancelled order. */
const moves: Readonly<Record<Order['state'], readonly Order['state'][]>> = {
  OPEN: ['PAID', 'REPLACED', 'CANCELED', 'UNDELIVERED'],
  REPLACED: ['PAID', 'UNDELIVERED'],
  CANCELED: ['PAID', 'UNDELIVERED'],
  PAID: [],
  UNDELIVERED: [],
}

/** Changes the state of an order. Does nothing when the transition is not allowed. */
export function moveOrder(ctx: Ctx, { id, state: from, paidAt: known, isShared }: Order, to: Order['state']): void {
  if (!moves[from].includes(to)) return
  // A rebuilt order knows when it was paid.
  const paidAt = to === 'PAID' ? (known ?? ctx.now()) : null
  move(ctx.db).run({ id, from, to, paidAt })
  if (isShared) ctx.db.update(orderParts).set({ paidAt }).where(eq(orderParts.orderId, id)).run()
}

/** Stripe repeats its answer to the same idempotency key, so the next attempt needs a new one. */
export function countRefusal(ctx: Ctx, { id, refusedRefunds }: Order): void {
  const whereUnchanged = and(eq(orders.id, id), eq(orders.refusedRefunds, refusedRefunds))
  ctx.db
    .update(orders)
    .set({ refusedRefunds: refusedRefunds + 1 })
    .where(whereUnchanged)
    .run()
}
