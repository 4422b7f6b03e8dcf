import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { receipts } from '../../../db/schema/books/receipt.ts'
import { orderAccount, orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { takenBack } from '../ledger/taken-back.ts'
import { goodsTextOf } from './goods-text.ts'

function select(ctx: Ctx, which: SQL | undefined, limit: number) {
  const { refundedMinor, disputedMinor } = takenBack(ctx.db)
  const rows = ctx.db
    .select({ order: orders, receipt: receipts, refundedMinor, disputedMinor })
    .from(orders)
    .innerJoin(receipts, eq(receipts.orderId, orders.id))
    // A literal state lets SQLite use the partial index of a payer's orders. Only paid orders have
    // a receipt.
    .where(and(sql`${orders.state} = 'PAID'`, which))
    .orderBy(desc(orders.id))
    .limit(limit)
    .all()
  return rows.map((row) => {
    const { label, receipt } = goodsTextOf(ctx)[row.order.kind]
    const { what, sellerName } = row.receipt
    return { ...row, label, line: receipt.line?.(sellerName) ?? what, detail: receipt.detail?.(row.order) ?? what }
  })
}

/** A receipt's order, refunded money, line in a list, and the text next to its label. */
export type Receipt = ReturnType<typeof select>[number]

/** Returns the caller's receipt for an order or for a payment. Throws NOT_FOUND. */
export function readReceipt(ctx: Ctx, payer: Viewer, id: string): Receipt {
  const isIt = or(eq(orders.id, id), eq(orders.paymentIntentId, id))
  const row = select(ctx, and(eq(orderAccount, payer.userId), isIt), 1)[0]
  if (!row) throw notFound('receipt')
  return row
}

/** Returns the receipt of an order, whoever paid it; undefined when there is none. */
export const receiptOfOrder = (ctx: Ctx, orderId: string): Receipt | undefined =>
  select(ctx, eq(orders.id, orderId), 1)[0]

/** Returns the order whose receipt, or one of its credit notes, has this number, in any case. */
export function orderOfNumber({ db }: Ctx, typed: string): string | undefined {
  const number = typed.toLowerCase().replace(/-r\d+$/, '')
  const either = inArray(receipts.number, [number, number.replace(/^test-/, 'TEST-')])
  return db.select({ id: receipts.orderId }).from(receipts).where(either).get()?.id
}

/** Returns the caller's receipts, newest order first; an empty page for an unknown cursor. */
export function listReceipts(ctx: Ctx, payer: Viewer, limit: number, cursor?: string) {
  const further = cursor === undefined ? undefined : sql`${orders.id} < ${cursor}`
  const rows = select(ctx, and(eq(orderAccount, payer.userId), further), limit + 1)
  const { page, nextCursor } = cutPage(rows, limit, ({ order }) => order.id)
  return { receipts: page, nextCursor }
}
