import { aliasedTable, and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account.ts'
import { cassets } from '../../db/schema/casset.ts'
import { disputes } from '../../db/schema/dispute.ts'
import { emojis } from '../../db/schema/emoji.ts'
import { orders } from '../../db/schema/order.ts'
import { credited } from '../access/members.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { cutPage } from '../lib/cut-page.ts'
import type { Dispute, Disputes } from './model.ts'

// More than fit on a page are a reason to look at the processor's dashboard.
const mostOpen = 50

function select(db: Db, which: SQL | undefined) {
  const sellers = aliasedTable(artists, 'sellers')
  return db
    .select({
      dispute: disputes,
      order: orders,
      cassetName: cassets.name,
      shortcode: emojis.shortcode,
      buyer: { handle: artists.handle, displayName: artists.displayName },
      casset: { id: cassets.id, slug: cassets.slug },
      seller: { handle: sellers.handle, displayName: sellers.displayName },
    })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .innerJoin(cassets, eq(cassets.id, orders.cassetId))
    .innerJoin(sellers, eq(sellers.id, cassets.artistId))
    .innerJoin(artists, eq(artists.userId, orders.userId))
    .leftJoin(emojis, eq(emojis.id, orders.emojiId))
    .where(which)
    .orderBy(desc(disputes.openedAt), desc(disputes.id))
    .limit(sql.placeholder('limit'))
    .prepare()
}

/** A dispute with its order, who is concerned, and what was sold. */
export type DisputeDetails = ReturnType<ReturnType<typeof select>['all']>[number]

const isoTime = (ms: number) => new Date(ms).toISOString()

function toDispute(ctx: Ctx, row: DisputeDetails): Dispute {
  const { goods, processor } = ctx
  const { dispute, order, buyer } = row
  const seller = credited(ctx, row.casset, row.seller)
  return {
    id: dispute.id,
    orderId: order.id,
    kind: order.kind,
    what: goods[order.kind].saleDetail(row),
    buyer,
    seller,
    amount: dispute.amountMinor,
    currency: dispute.currency,
    paid: order.amountMinor,
    paidAt: isoTime(order.paidAt ?? order.createdAt),
    reason: dispute.reason,
    state: dispute.state,
    canAnswer: dispute.needsAnswer && processor?.mode === order.mode,
    answerBy: dispute.dueAt === null ? null : isoTime(dispute.dueAt),
    answers: dispute.answers,
    openedAt: isoTime(dispute.openedAt),
    endedAt: dispute.endedAt === null ? null : isoTime(dispute.endedAt),
  }
}

// The owner of the instance is concerned by all of them, an artist by those of their sales.
const whereMode = eq(orders.mode, sql.placeholder('mode'))
const whereOwn = and(whereMode, eq(disputes.artistId, sql.placeholder('artistId')))
const whereBefore = sql`(${disputes.openedAt}, ${disputes.id})
  < (SELECT opened_at, id FROM disputes WHERE id = ${sql.placeholder('cursor')})`
const whereOpen = isNull(disputes.endedAt)

const one = prepared((db) => select(db, eq(disputes.id, sql.placeholder('id'))))
const lists = {
  owner: {
    newest: prepared((db) => select(db, whereMode)),
    older: prepared((db) => select(db, and(whereMode, whereBefore))),
    open: prepared((db) => select(db, and(whereMode, whereOpen))),
  },
  member: {
    newest: prepared((db) => select(db, whereOwn)),
    older: prepared((db) => select(db, and(whereOwn, whereBefore))),
    open: prepared((db) => select(db, and(whereOwn, whereOpen))),
  },
}

const ask = (ctx: Ctx, { role, artistId }: Viewer, list: 'newest' | 'older' | 'open', limit: number, cursor?: string) =>
  lists[role][list](ctx.db).all({ mode: ctx.config.paymentMode, artistId, limit, cursor: cursor ?? '' })

/** Returns a dispute with all that is known of it. Throws NOT_FOUND. */
export function readDispute(ctx: Ctx, id: string): { details: DisputeDetails; dispute: Dispute } {
  const details = one(ctx.db).all({ id, limit: 1 })[0]
  if (!details) throw notFound('dispute')
  return { details, dispute: toDispute(ctx, details) }
}

/** Returns the disputes of the caller's sales, or for the owner of the instance of all sales, newest first. */
export function listDisputes(ctx: Ctx, author: Viewer, limit: number, cursor?: string): Disputes {
  const rows = ask(ctx, author, cursor === undefined ? 'newest' : 'older', limit + 1, cursor)
  const { page, nextCursor } = cutPage(rows, limit, ({ dispute }) => dispute.id)
  return { disputes: page.map((row) => toDispute(ctx, row)), nextCursor }
}

/** Returns those that are not decided. */
export const openDisputes = (ctx: Ctx, author: Viewer): Dispute[] =>
  ask(ctx, author, 'open', mostOpen).map((row) => toDispute(ctx, row))
