import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { disputes } from '../../../db/schema/order/dispute.ts'
import { orderAccount, orderParts, orders, owedParts } from '../../../db/schema/order/order.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import { takenBack } from '../../books/ledger/taken-back.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { divideByWeights } from '../../lib/money/divide.ts'
import { shownBuyer } from '../../order/buyer.ts'
import { goodsOf } from '../../order/goods.ts'
import { partsOf } from '../../order/payees.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { problemInWords } from '../../platform/mail/send-mail.ts'
import type { Sale, Sales } from './model.ts'

const { placeholder } = sql

// A literal, not a bound parameter: SQLite uses the partial index of paid orders only then.
const wherePaid = sql`${orders.state} = 'PAID'`

function newestDispute(db: Db) {
  const { state, orderId, openedAt, id } = disputes
  const newest = db.select({ state }).from(disputes).where(eq(orderId, orders.id)).orderBy(desc(openedAt), desc(id))
  return sql<Sale['dispute']>`${newest.limit(1)}`
}

/** Returns why the money of an order has not been sent on yet. */
function waitsFor(db: Db) {
  const isHeld = and(eq(owedParts.orderId, orders.id), isNotNull(owedParts.waitsFor))
  const held = db.select({ waitsFor: owedParts.waitsFor }).from(owedParts).where(isHeld)
  return sql<Sale['waitsFor']>`${held.limit(1)}`
}

/** Returns why the buyer's receipt did not arrive, or came back. */
function receiptProblem(db: Db) {
  const isReceipt = eq(mails.uniqueKey, sql`'receipt:' || ${orders.id}`)
  return sql<string | null>`${db.select({ problem: mails.problem }).from(mails).where(isReceipt)}`
}

const select = (db: Db, which: SQL | undefined) =>
  db
    .select({
      order: orders,
      cassetName: cassets.name,
      casset: { slug: cassets.slug, artistId: cassets.artistId },
      buyer: { handle: artists.handle, displayName: artists.displayName },
      ...takenBack(db),
      dispute: newestDispute(db),
      waitsFor: waitsFor(db),
      receiptProblem: receiptProblem(db),
    })
    .from(orders)
    .innerJoin(cassets, eq(cassets.id, orders.cassetId))
    .leftJoin(artists, eq(artists.userId, orderAccount))
    .where(and(wherePaid, which))
    .orderBy(desc(orders.paidAt), desc(orders.id))
    .limit(placeholder('limit'))

const whereId = and(eq(orders.id, placeholder('id')), eq(orders.mode, placeholder('mode')))
const whereListed = isAmong(orders.id, placeholder('ids'))

const one = prepared((db) => select(db, whereId))
const listed = prepared((db) => select(db, whereListed))

type Row = ReturnType<ReturnType<typeof one>['all']>[number]

function statusOf({ order, refundedMinor, disputedMinor }: Row): Sale['status'] {
  if (disputedMinor > 0) return 'DISPUTED'
  if (refundedMinor === 0) return 'PAID'
  return refundedMinor < order.amountMinor ? 'PARTLY_REFUNDED' : 'REFUNDED'
}

const isoTime = (ms: number) => new Date(ms).toISOString()

function toSale(ctx: Ctx, row: Row, shared: Pick<Sale, 'shared'> = {}): Sale {
  const { order, refundedMinor, refundFailedAt, dispute, waitsFor, receiptProblem } = row
  const { label, sale } = goodsOf(ctx)[order.kind]
  return {
    orderId: order.id,
    kind: order.kind,
    what: sale.what(row),
    shown: {
      label,
      title: sale.title(row),
      message: order.message,
      name: sale.name(row),
      refundWarning: sale.refundWarning,
    },
    buyer: shownBuyer(ctx, row.buyer, order),
    amount: order.amountMinor,
    currency: order.currency,
    status: statusOf(row),
    code: order.discountCode,
    refundedAmount: refundedMinor,
    dispute,
    refundFailedAt: refundFailedAt === null ? null : isoTime(refundFailedAt),
    waitsFor,
    receiptProblem: receiptProblem === null ? null : problemInWords(receiptProblem),
    ...shared,
    mode: ctx.config.paymentMode,
    paidAt: isoTime(order.paidAt ?? order.createdAt),
  }
}

/** A sale with the number of its refunds so far, and the amount left after refunds and disputes. */
export type CountedSale = { sale: Sale; refunds: number; leftMinor: number }

/** Returns a sale's figures; undefined for an order not paid in the present mode. */
export function readSale(ctx: Ctx, orderId: string): CountedSale | undefined {
  const row = one(ctx.db).all({ id: orderId, mode: ctx.config.paymentMode, limit: 1 })[0]
  if (!row) return undefined
  const { order, refunds, refundedMinor, disputedMinor } = row
  return { sale: toSale(ctx, row), refunds, leftMinor: order.amountMinor - refundedMinor - disputedMinor }
}

/** `role` is that of the viewer: the owner of the instance refunds all. */
type Seller = Pick<Viewer, 'artistId' | 'role'>

function sharedWith(ctx: Ctx, { order, casset }: Row, { artistId, role }: Seller): Pick<Sale, 'shared'> {
  if (casset.slug === null) return {}
  const parts = partsOf(ctx, order)
  const amounts = divideByWeights(
    order.amountMinor,
    parts.map(({ basisPoints }) => basisPoints),
  )
  const part = amounts[parts.findIndex((each) => each.artistId === artistId)] ?? 0
  return { shared: { slug: casset.slug, part, mayRefund: role === 'owner' || casset.artistId === artistId } }
}

type Sold = { id: string; at: number }

const isOfMode = eq(orders.mode, placeholder('mode'))

const ownTapes = prepared((db) =>
  db
    .select({ id: cassets.id })
    .from(cassets)
    .where(and(eq(cassets.artistId, placeholder('artistId')), isNull(cassets.slug))),
)
const ofTape = prepared((db) => {
  const { id, paidAt, isSale, cassetId } = orders
  const isBefore = sql`(${paidAt}, ${id}) < (${placeholder('at')}, ${placeholder('id')})`
  return db
    .select({ id, at: sql<number>`${paidAt}` })
    .from(orders)
    .where(and(eq(cassetId, placeholder('cassetId')), wherePaid, eq(isSale, true), isOfMode, isBefore))
    .orderBy(desc(paidAt), desc(id))
    .limit(placeholder('most'))
})
const ofShared = prepared((db) => {
  const { orderId, paidAt, artistId } = orderParts
  const isBefore = sql`(${paidAt}, ${orderId}) < (${placeholder('at')}, ${placeholder('id')})`
  return db
    .select({ id: orderId, at: sql<number>`${paidAt}` })
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(eq(artistId, placeholder('artistId')), isNotNull(paidAt), isBefore, isOfMode))
    .orderBy(desc(paidAt), desc(orderId))
    .limit(placeholder('most'))
})

/**
 * Returns the newest sales before one, of each of the artist's tapes and of what they share. Each
 * list is read from its index, in order: together they would all be sorted for every page.
 */
function soldBefore({ db, config }: Ctx, artistId: string, { id, at }: Sold, most: number): Sold[] {
  const asked = { artistId, at, id, mode: config.paymentMode, most }
  const own = ownTapes(db)
    .all({ artistId })
    .flatMap(({ id: cassetId }) => ofTape(db).all({ ...asked, cassetId }))
  return [...own, ...ofShared(db).all(asked)].toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).slice(0, most)
}

const first: Sold = { id: '~', at: Number.MAX_SAFE_INTEGER }

/** Throws VALIDATION when the cursor names no sale of the artist's. */
function soldAt(ctx: Ctx, artistId: string, cursor: string): Sold {
  const row = one(ctx.db).all({ id: cursor, mode: ctx.config.paymentMode, limit: 1 })[0]
  const isTheirs =
    row && (row.casset.artistId === artistId || partsOf(ctx, row.order).some((part) => part.artistId === artistId))
  if (isTheirs) return { id: cursor, at: row.order.paidAt ?? 0 }
  throw invalid('cursor', '"cursor" must be the nextCursor of the page before.')
}

/**
 * Returns an artist's sales in the present mode, newest first, including those of cassets that they
 * share. Throws VALIDATION for an unknown cursor.
 */
export function listSales(ctx: Ctx, seller: Seller, limit: number, cursor?: string): Sales {
  const before = cursor === undefined ? first : soldAt(ctx, seller.artistId, cursor)
  const sold = soldBefore(ctx, seller.artistId, before, limit + 1)
  const { page, nextCursor } = cutPage(sold, limit, ({ id }) => id)
  const ids = JSON.stringify(page.map(({ id }) => id))
  const rows = listed(ctx.db).all({ ids, limit })
  return { sales: rows.map((row) => toSale(ctx, row, sharedWith(ctx, row, seller))), nextCursor }
}
