import { aliasedTable, and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { artists } from '../../db/schema/account.ts'
import { cassets } from '../../db/schema/casset.ts'
import { disputes } from '../../db/schema/dispute.ts'
import { emojis } from '../../db/schema/emoji.ts'
import { orders } from '../../db/schema/order.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { cutPage } from '../lib/cut-page.ts'
import type { Dispute, Disputes } from './model.ts'

// More than fit on a page are a reason to look at the processor's dashboard.
const mostOpen = 50

function select(ctx: Ctx, which: SQL | undefined, limit: number) {
  const sellers = aliasedTable(artists, 'sellers')
  return ctx.db
    .select({
      dispute: disputes,
      order: orders,
      cassetName: cassets.name,
      shortcode: emojis.shortcode,
      buyer: { handle: artists.handle, displayName: artists.displayName },
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
    .limit(limit)
    .all()
}

/** A dispute with its order, who is concerned, and what was sold. */
export type DisputeDetails = ReturnType<typeof select>[number]

const isoTime = (ms: number) => new Date(ms).toISOString()

function toDispute({ goods, processor }: Ctx, row: DisputeDetails): Dispute {
  const { dispute, order, buyer, seller } = row
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

/** Returns the condition of disputes that concern somebody, in the present mode. */
const whereConcerned = ({ config }: Ctx, { role, artistId }: Viewer) =>
  and(eq(orders.mode, config.paymentMode), role === 'owner' ? undefined : eq(disputes.artistId, artistId))

/** Returns a dispute with all that is known of it. Throws NOT_FOUND. */
export function readDispute(ctx: Ctx, id: string): { details: DisputeDetails; dispute: Dispute } {
  const details = select(ctx, eq(disputes.id, id), 1)[0]
  if (!details) throw notFound('dispute')
  return { details, dispute: toDispute(ctx, details) }
}

const whereBefore = (id: string) =>
  sql`(${disputes.openedAt}, ${disputes.id}) < (SELECT opened_at, id FROM disputes WHERE id = ${id})`

/** Returns the disputes of the caller's sales, or for the owner of the instance of all sales, newest first. */
export function listDisputes(ctx: Ctx, author: Viewer, limit: number, cursor?: string): Disputes {
  const before = cursor === undefined ? undefined : whereBefore(cursor)
  const rows = select(ctx, and(whereConcerned(ctx, author), before), limit + 1)
  const { page, nextCursor } = cutPage(rows, limit, ({ dispute }) => dispute.id)
  return { disputes: page.map((row) => toDispute(ctx, row)), nextCursor }
}

/** Returns those that are not decided. */
export const openDisputes = (ctx: Ctx, author: Viewer): Dispute[] =>
  select(ctx, and(whereConcerned(ctx, author), isNull(disputes.endedAt)), mostOpen).map((row) => toDispute(ctx, row))
