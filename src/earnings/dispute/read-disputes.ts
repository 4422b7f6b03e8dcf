import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { disputeShares, disputes } from '../../../db/schema/order/dispute.ts'
import { orderAccount, orders } from '../../../db/schema/order/order.ts'
import { credited } from '../../casset/member/members.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { shownBuyer } from '../../order/buyer.ts'
import { goodsOf } from '../../order/goods.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Dispute, Disputes } from './model.ts'
import { isOwnPayment } from './own-dispute.ts'

// If there are more than fit on a page, look at the processor's dashboard.
const mostOpen = 50

const ofSeller = (db: Db, which: SQL | undefined) => {
  const buyers = alias(artists, 'buyers')
  return db
    .select({
      dispute: disputes,
      order: orders,
      cassetName: cassets.name,
      buyer: { handle: buyers.handle, displayName: buyers.displayName },
      casset: { id: cassets.id, slug: cassets.slug, word: cassets.word },
      seller: { handle: artists.handle, displayName: artists.displayName },
    })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .innerJoin(cassets, eq(cassets.id, orders.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(buyers, eq(buyers.userId, orderAccount))
    .where(which)
    .limit(sql.placeholder('limit'))
    .$dynamic()
}

const select = (db: Db, which: SQL | undefined) =>
  ofSeller(db, which).orderBy(desc(disputes.openedAt), desc(disputes.id))

/** Selects the disputes of which an artist bears a part, in the order of a dedicated index. */
const selectShared = (db: Db, which: SQL | undefined) => {
  const { artistId, openedAt, disputeId } = disputeShares
  return ofSeller(db, and(which, eq(artistId, sql.placeholder('artistId'))))
    .innerJoin(disputeShares, eq(disputeId, disputes.id))
    .orderBy(desc(openedAt), desc(disputeId))
}

export type DisputeDetails = ReturnType<ReturnType<typeof select>['all']>[number]

const isoTime = (ms: number) => new Date(ms).toISOString()

function toDispute(ctx: Ctx, row: DisputeDetails, isAnswering: boolean): Dispute {
  const { processor } = ctx
  const { dispute, order } = row
  const { sale } = goodsOf(ctx)[order.kind]
  const seller = credited(ctx, { ...row.casset, word: null }, row.seller)
  return {
    id: dispute.id,
    orderId: order.id,
    kind: order.kind,
    what: sale.what(row),
    name: sale.name(row),
    buyer: shownBuyer(ctx, row.buyer, order),
    seller,
    amount: dispute.amountMinor,
    currency: dispute.currency,
    paid: order.amountMinor,
    paidAt: isoTime(order.paidAt ?? order.createdAt),
    reason: dispute.reason,
    state: dispute.state,
    canAnswer: isAnswering && dispute.needsAnswer && processor?.mode === order.mode,
    answerBy: dispute.dueAt === null ? null : isoTime(dispute.dueAt),
    answers: dispute.answers,
    openedAt: isoTime(dispute.openedAt),
    endedAt: dispute.endedAt === null ? null : isoTime(dispute.endedAt),
  }
}

// All disputes concern the owner of the instance; those of their sales and shared sales concern an
// artist.
const whereMode = eq(orders.mode, sql.placeholder('mode'))
const whereOwn = and(whereMode, eq(disputes.artistId, sql.placeholder('artistId')))
const whereBefore = (db: Db) => {
  const { openedAt, id } = disputes
  const cursor = db
    .select({ openedAt, id })
    .from(disputes)
    .where(eq(id, sql.placeholder('cursor')))
  return sql`(${openedAt}, ${id}) < ${cursor}`
}
const whereOpen = isNull(disputes.endedAt)

const one = prepared((db) => select(db, eq(disputes.id, sql.placeholder('id'))))
const lists = {
  owner: {
    newest: prepared((db) => select(db, whereMode)),
    older: prepared((db) => select(db, and(whereMode, whereBefore(db)))),
    open: prepared((db) => select(db, and(whereMode, whereOpen))),
  },
  member: {
    newest: prepared((db) => select(db, whereOwn)),
    older: prepared((db) => select(db, and(whereOwn, whereBefore(db)))),
    open: prepared((db) => select(db, and(whereOwn, whereOpen))),
  },
  shared: {
    newest: prepared((db) => selectShared(db, whereMode)),
    older: prepared((db) => selectShared(db, and(whereMode, whereBefore(db)))),
    open: prepared((db) => selectShared(db, and(whereMode, whereOpen))),
  },
}

type List = 'newest' | 'older' | 'open'

function ask(ctx: Ctx, { role, artistId }: Viewer, list: List, limit: number, cursor = ''): DisputeDetails[] {
  const asked = { mode: ctx.config.paymentMode, artistId, limit, cursor }
  const own = lists[role][list](ctx.db).all(asked)
  if (role === 'owner') return own
  const shared = lists.shared[list](ctx.db).all(asked)
  return [...own, ...shared].toSorted(newestFirst).slice(0, limit)
}

const newestFirst = ({ dispute: a }: DisputeDetails, { dispute: b }: DisputeDetails): number =>
  b.openedAt - a.openedAt || (a.id < b.id ? 1 : -1)

/** Only the creator and the owner of the instance refund and answer banks (rule: members-view). */
function shownTo(ctx: Ctx, viewer: Viewer, row: DisputeDetails): Dispute {
  const isSeller = row.dispute.artistId === viewer.artistId && !isOwnPayment(viewer, row.order)
  return toDispute(ctx, row, viewer.role === 'owner' || isSeller)
}

/** Returns a dispute with all details. Throws NOT_FOUND. */
export function readDispute(ctx: Ctx, id: string): { details: DisputeDetails; dispute: Dispute } {
  const details = one(ctx.db).all({ id, limit: 1 })[0]
  if (!details) throw notFound('dispute')
  return { details, dispute: toDispute(ctx, details, true) }
}

/**
 * Returns the disputes of the caller's sales and shared sales, or for the owner of the instance of
 * all sales, newest first.
 */
export function listDisputes(ctx: Ctx, author: Viewer, limit: number, cursor?: string): Disputes {
  const rows = ask(ctx, author, cursor === undefined ? 'newest' : 'older', limit + 1, cursor)
  const { page, nextCursor } = cutPage(rows, limit, ({ dispute }) => dispute.id)
  return { disputes: page.map((row) => shownTo(ctx, author, row)), nextCursor }
}

export const openDisputes = (ctx: Ctx, author: Viewer): Dispute[] =>
  ask(ctx, author, 'open', mostOpen).map((row) => shownTo(ctx, author, row))
