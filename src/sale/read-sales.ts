import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { artists } from '../../db/schema/account.ts'
import { cassets } from '../../db/schema/casset.ts'
import { disputes } from '../../db/schema/dispute.ts'
import { emojis } from '../../db/schema/emoji.ts'
import { orders } from '../../db/schema/order.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { takenBack } from '../ledger/taken-back.ts'
import { cutPage } from '../lib/cut-page.ts'
import type { Sale, Sales } from './model.ts'

// A literal, not a bound parameter: SQLite uses the partial index of paid orders only then.
const wherePaid = sql`${orders.state} = 'PAID'`

const newestDispute = sql<Sale['dispute']>`(SELECT ${disputes.state} FROM ${disputes}
  WHERE ${disputes.orderId} = ${orders.id} ORDER BY ${disputes.openedAt} DESC, ${disputes.id} DESC LIMIT 1)`

function select(ctx: Ctx, which: SQL | undefined, limit: number) {
  const whereInMode = eq(orders.mode, ctx.config.paymentMode)
  return ctx.db
    .select({
      order: orders,
      cassetName: cassets.name,
      shortcode: emojis.shortcode,
      buyer: { handle: artists.handle, displayName: artists.displayName },
      ...takenBack,
      dispute: newestDispute,
    })
    .from(orders)
    .innerJoin(cassets, eq(cassets.id, orders.cassetId))
    .innerJoin(artists, eq(artists.userId, orders.userId))
    .leftJoin(emojis, eq(emojis.id, orders.emojiId))
    .where(and(wherePaid, whereInMode, which))
    .orderBy(desc(orders.paidAt), desc(orders.id))
    .limit(limit)
    .all()
}

type Row = ReturnType<typeof select>[number]

function statusOf({ order, refundedMinor, disputedMinor }: Row): Sale['status'] {
  if (disputedMinor > 0) return 'DISPUTED'
  if (refundedMinor === 0) return 'PAID'
  return refundedMinor < order.amountMinor ? 'PARTLY_REFUNDED' : 'REFUNDED'
}

const isoTime = (ms: number) => new Date(ms).toISOString()

function toSale({ goods, config }: Ctx, row: Row): Sale {
  const { order, buyer, refundedMinor, refundFailedAt, dispute } = row
  return {
    orderId: order.id,
    kind: order.kind,
    what: goods[order.kind].saleDetail(row),
    buyer,
    amount: order.amountMinor,
    currency: order.currency,
    status: statusOf(row),
    refundedAmount: refundedMinor,
    dispute,
    refundFailedAt: refundFailedAt === null ? null : isoTime(refundFailedAt),
    mode: config.paymentMode,
    paidAt: isoTime(order.paidAt ?? order.createdAt),
  }
}

/** A sale with the number of its refunds so far, and what neither they nor disputes have taken. */
export type CountedSale = { sale: Sale; refunds: number; leftMinor: number }

/** Returns a sale as it is counted; undefined for an order that was not paid in the present mode. */
export function readSale(ctx: Ctx, orderId: string): CountedSale | undefined {
  const row = select(ctx, eq(orders.id, orderId), 1)[0]
  if (!row) return undefined
  const { order, refunds, refundedMinor, disputedMinor } = row
  return { sale: toSale(ctx, row), refunds, leftMinor: order.amountMinor - refundedMinor - disputedMinor }
}

/** Returns an artist's sales in the present mode, newest first. Throws VALIDATION for a cursor of no such sale. */
export function listSales(ctx: Ctx, { artistId }: Pick<Viewer, 'artistId'>, limit: number, cursor?: string): Sales {
  const before = sql`(${orders.paidAt}, ${orders.id}) < (SELECT paid_at, id FROM orders WHERE id = ${cursor})`
  const whereOwn = eq(cassets.artistId, artistId)
  if (cursor !== undefined && !select(ctx, and(whereOwn, eq(orders.id, cursor)), 1)[0]) {
    throw invalid('cursor', '"cursor" must be the nextCursor of the page before.')
  }
  const rows = select(ctx, cursor === undefined ? whereOwn : and(whereOwn, before), limit + 1)
  const { page, nextCursor } = cutPage(rows, limit, ({ order }) => order.id)
  return { sales: page.map((row) => toSale(ctx, row)), nextCursor }
}
