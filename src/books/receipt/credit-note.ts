import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { assigned, prepared, wholeRow } from '../../../db/prepared.ts'
import { creditNotes } from '../../../db/schema/books/receipt.ts'
import type { Ctx } from '../../context.ts'
import type { ReceiptRow } from './issue-receipt.ts'

export type CreditNote = typeof creditNotes.$inferSelect

const { placeholder } = sql

const byRefund = prepared((db) =>
  db
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.refundId, placeholder('refundId'))),
)
const ofOrder = prepared((db) =>
  db
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.orderId, placeholder('orderId')))
    // By its length first: R10 comes after R9.
    .orderBy(asc(sql`length(${creditNotes.number})`), asc(creditNotes.number)),
)
const counted = prepared((db) =>
  db
    .select({ notes: count() })
    .from(creditNotes)
    .where(eq(creditNotes.orderId, placeholder('orderId'))),
)
const add = prepared((db) => db.insert(creditNotes).values(wholeRow(creditNotes)))
const fail = prepared((db) =>
  db
    .update(creditNotes)
    .set({ failedAt: assigned('failedAt') })
    .where(and(eq(creditNotes.refundId, placeholder('refundId')), isNull(creditNotes.failedAt))),
)

type Refund = { id: string; amount: number; status: string | null }

/**
 * Returns the credit note of a refund, and numbers a new one within its receipt, once: a refund
 * that did not go through keeps its number, and says so (rule: credit-notes). Called in the
 * transaction that grants.
 */
export function creditNoteOf(ctx: Ctx, { orderId, number }: ReceiptRow, refund: Refund): CreditNote {
  const { id: refundId, amount: amountMinor, status } = refund
  const hasFailed = status === 'failed' || status === 'canceled'
  const known = byRefund(ctx.db).get({ refundId })
  if (known) {
    if (hasFailed) fail(ctx.db).run({ refundId, failedAt: ctx.now() })
    return known
  }
  const { notes } = counted(ctx.db).get({ orderId }) ?? { notes: 0 }
  const issuedAt = ctx.now()
  const failedAt = hasFailed ? issuedAt : null
  const row = { refundId, orderId, number: `${number}-R${notes + 1}`, amountMinor, issuedAt, failedAt }
  add(ctx.db).run(row)
  return row
}

export const creditNotesOf = ({ db }: Ctx, orderId: string): CreditNote[] => ofOrder(db).all({ orderId })
