import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
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

const select = (db: Db, which: SQL | undefined) =>
  db
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
    .where(and(wherePaid, eq(orders.mode, sql.placeholder('mode')), which))
    .orderBy(desc(orders.paidAt), desc(orders.id))
    .limit(sql.placeholder('limit'))
    .prepare()

const whereOwn = eq(cassets.artistId, sql.placeholder('artistId'))
const whereId = eq(orders.id, sql.placeholder('id'))
const whereBefore = sql`(${orders.paidAt}, ${orders.id}) < (SELECT paid_at, id FROM orders WHERE id = ${sql.placeholder('id')})`

const one = prepared((db) => select(db, whereId))
const ownOne = prepared((db) => select(db, and(whereOwn, whereId)))
const newest = prepared((db) => select(db, whereOwn))
const older = prepared((db) => select(db, and(whereOwn, whereBefore)))

type Row = ReturnType<ReturnType<typeof one>['all']>[number]

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
  const row = one(ctx.db).all({ id: orderId, mode: ctx.config.paymentMode, limit: 1 })[0]
  if (!row) return undefined
  const { order, refunds, refundedMinor, disputedMinor } = row
  return { sale: toSale(ctx, row), refunds, leftMinor: order.amountMinor - refundedMinor - disputedMinor }
}

/** Returns an artist's sales in the present mode, newest first. Throws VALIDATION for a cursor of no such sale. */
export function listSales(ctx: Ctx, { artistId }: Pick<Viewer, 'artistId'>, limit: number, cursor?: string): Sales {
  const asked = { artistId, mode: ctx.config.paymentMode, limit: limit + 1 }
  if (cursor !== undefined && !ownOne(ctx.db).all({ ...asked, id: cursor })[0]) {
    throw invalid('cursor', '"cursor" must be the nextCursor of the page before.')
  }
  const rows = cursor === undefined ? newest(ctx.db).all(asked) : older(ctx.db).all({ ...asked, id: cursor })
  const { page, nextCursor } = cutPage(rows, limit, ({ order }) => order.id)
  return { sales: page.map((row) => toSale(ctx, row)), nextCursor }
}
