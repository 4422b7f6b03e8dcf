import { and, desc, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../db/in-batches.ts'
import { prepared, rowsBy, wholeRow } from '../../../db/prepared.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { gifts } from '../../../db/schema/shop/gift.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import { goodsOf } from '../../order/goods.ts'
import type { Order } from '../../order/order.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Gift } from './model.ts'
import { passedUrl } from './passed-link.ts'

export type GiftRow = typeof gifts.$inferSelect

const unpaidKeptMs = 30 * dayMs

const byOrder = rowsBy(gifts, 'orderId')
const addGift = prepared((db) => db.insert(gifts).values(wholeRow(gifts)).onConflictDoNothing())

export const giftOf = ({ db }: Ctx, orderId: string): GiftRow | undefined => byOrder(db).get({ orderId })

/** Returns the day (ms) on which a gift is sent; null once it was or is taken, and without one. */
export function dayOf(ctx: Ctx, orderId: string): number | null {
  const gift = giftOf(ctx, orderId)
  if (!gift || gift.sentAt !== null || gift.claimedAt !== null) return null
  return gift.sendAt !== null && gift.sendAt > ctx.now() ? gift.sendAt : null
}

/** Returns the account that holds what an order gave; null while nobody claimed it. */
export const receiverOf = (ctx: Ctx, { id }: Pick<Order, 'id'>): string | null => giftOf(ctx, id)?.holderId ?? null

export function giftPayments({ db }: Ctx, { id, holderId, cassetId, mode }: Order): string[] {
  if (holderId === null) return []
  const rows = db
    .select({ paymentIntentId: orders.paymentIntentId })
    .from(gifts)
    .innerJoin(orders, eq(orders.id, gifts.orderId))
    .where(
      and(
        eq(gifts.holderId, holderId),
        eq(orders.cassetId, cassetId),
        eq(orders.mode, mode),
        eq(orders.state, 'PAID'),
        ne(orders.id, id),
        isNotNull(orders.paymentIntentId),
      ),
    )
    .all()
  return rows.flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
}

const fresh = ({ now }: Ctx) => ({
  sentAt: null,
  emails: 0,
  holderId: null,
  claimedAt: null,
  takerEmail: null,
  takerLanguage: null,
  isPaid: false,
  createdAt: now(),
})

/** Stores for whom an order is. Called in the order's transaction. */
export function saveGift(
  ctx: Ctx,
  { id: orderId, userId: payerId }: Pick<Order, 'id' | 'userId'>,
  given: Pick<GiftRow, 'email' | 'message' | 'sendAt'>,
): void {
  const row: GiftRow = { orderId, payerId, ...given, ...fresh(ctx) }
  addGift(ctx.db).run(row)
}

/** Changes a gift. Called in a transaction. */
export const changeGift = ({ db }: Ctx, orderId: string, values: Partial<GiftRow>): void =>
  void db.update(gifts).set(values).where(eq(gifts.orderId, orderId)).run()

export function toGift(ctx: Ctx, order: Order, gift: GiftRow): Gift {
  const { casset, artist } = cassetForSale(ctx, order.cassetId)
  const hasEnded = goodsOf(ctx)[order.kind].holding.find(ctx, order)?.endedAt !== null
  return {
    orderId: order.id,
    casset: { slug: artist.handle, name: casset.name, displayName: artist.displayName },
    amount: order.amountMinor,
    currency: order.currency,
    state: hasEnded ? 'ENDED' : gift.claimedAt !== null ? 'CLAIMED' : gift.sentAt !== null ? 'SENT' : 'SCHEDULED',
    email: gift.email === '' ? null : gift.email,
    url: hasEnded ? null : passedUrl(ctx, gift),
    message: gift.message,
    sendAt: isoOf(gift.sendAt),
    sentAt: isoOf(gift.sentAt),
    claimedAt: isoOf(gift.claimedAt),
    paidAt: isoOf(order.paidAt),
  }
}

/** Returns what the caller gave and paid, newest first. */
export function listGifts(ctx: Ctx, { userId }: Viewer, limit: number, cursor?: string) {
  const rows = ctx.db
    .select({ gift: gifts, order: orders })
    .from(gifts)
    .innerJoin(orders, eq(orders.id, gifts.orderId))
    .where(
      and(
        eq(gifts.payerId, userId),
        // Written as in the index `gifts_by_payer`.
        sql`${gifts.isPaid} = 1`,
        cursor === undefined ? undefined : lt(gifts.orderId, cursor),
      ),
    )
    .orderBy(desc(gifts.orderId))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ gift }) => gift.orderId)
  return { gifts: page.map(({ gift, order }) => toGift(ctx, order, gift)), nextCursor }
}

/** Forgets for whom a gift was that nobody paid for 30 days. */
export function forgetUnpaidGifts({ db, jointly, now }: Ctx): Promise<void> {
  const { orderId, email, isPaid, createdAt } = gifts
  const some = db
    .select({ orderId })
    .from(gifts)
    // Written as in the index `gifts_unpaid`.
    .where(and(sql`${isPaid} = 0 AND ${email} <> ''`, lt(createdAt, now() - unpaidKeptMs)))
    .limit(batchSize)
  return inBatches(
    jointly,
    db.update(gifts).set({ email: '', message: null }).where(inArray(orderId, some)).returning({ orderId }),
  )
}

export const eraseGiftMessages = prepared((db) => {
  const isWritten = and(eq(gifts.payerId, sql.placeholder('userId')), isNotNull(gifts.message))
  const some = db.select({ id: gifts.orderId }).from(gifts).where(isWritten).limit(sql.placeholder('limit'))
  return db.update(gifts).set({ message: null }).where(inArray(gifts.orderId, some)).returning({ id: gifts.orderId })
})
