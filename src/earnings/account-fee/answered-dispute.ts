import { and, asc, type Column, count, eq, gt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { accountFees } from '../../../db/schema/earnings/account-fee.ts'
import { disputes } from '../../../db/schema/order/dispute.ts'
import { orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import type { FeeLine } from './find-fees.ts'

type AnsweredDispute = { id: string; orderId: string }

// An answer or a bank's decision may become known here a while after the processor took or returned
// its fee.
const knownWithinMs = 3_600_000
const aroundMs = 60_000

/** Whether every dispute that a fee can belong to is known here by now. */
export const isOld = ({ now }: Ctx, { line }: FeeLine): boolean => now() - line.created * 1_000 >= knownWithinMs

const { answers, answeredAt, openedAt, endedAt, state } = disputes

const select = (db: Db, which: SQL | undefined) =>
  db
    .select({ id: disputes.id, orderId: disputes.orderId })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(which)
    .limit(1)

function named({ db }: Ctx, mode: Processor['mode'], words: string): AnsweredDispute | undefined {
  const isIn = (column: Column) => sql`instr(${words}, ${column})`
  const isNamed = or(isIn(disputes.processorId), isIn(orders.paymentIntentId), isIn(orders.chargeId))
  return select(db, and(eq(orders.mode, mode), isNamed)).get()
}

const linesOf = (db: Db, isReturned: boolean) => {
  const isOfDispute = and(eq(accountFees.disputeId, disputes.id), eq(accountFees.isReturned, isReturned))
  return db.select({ lines: count() }).from(accountFees).where(isOfDispute)
}

type Near = { mode: Processor['mode']; at: number; isOld: boolean; currency: string }

/** Last come those whose money is known to have become another currency than the fee's. */
const elsewhere = (currency: string) => sql`coalesce(${orders.settledCurrency} <> ${currency}, 0)`

/** Returns the dispute that was answered nearest to a time and has no fee yet. */
function answered({ db }: Ctx, { mode, at, isOld, currency }: Near): AnsweredDispute | undefined {
  const isFree = and(gt(answers, 0), ne(state, 'INQUIRY'), lte(openedAt, at), sql`${linesOf(db, false)} = 0`)
  const isNear = isOld ? undefined : sql`abs(${answeredAt} - ${at}) <= ${aroundMs}`
  return select(db, and(eq(orders.mode, mode), isFree, isNear))
    .orderBy(elsewhere(currency), sql`abs(coalesce(${answeredAt}, ${openedAt}) - ${at})`, asc(disputes.id))
    .get()
}

/** Returns the dispute that was won nearest to a time and has more fees than were given back. */
function won({ db }: Ctx, { mode, at, isOld, currency }: Near): AnsweredDispute | undefined {
  const isFree = sql`${linesOf(db, false)} > ${linesOf(db, true)}`
  const isWon = isOld ? undefined : eq(state, 'KEPT')
  return select(db, and(eq(orders.mode, mode), isFree, isWon))
    .orderBy(
      elsewhere(currency),
      sql`${state} <> 'KEPT'`,
      sql`abs(coalesce(${endedAt}, ${openedAt}) - ${at})`,
      asc(disputes.id),
    )
    .get()
}

/**
 * Returns the dispute for which a fee was taken or given back: the one that the line names, else
 * the one that was answered or won nearest in time and has no such line yet. Answering an inquiry
 * costs nothing. While the fee is not old, only a dispute counts that was answered within a minute
 * of it, or is known to be won. Undefined when no dispute was answered here.
 */
export function answeredDispute(ctx: Ctx, { mode }: Processor, fee: FeeLine): AnsweredDispute | undefined {
  const { line } = fee
  const { created, currency } = line
  const near = { mode, at: created * 1_000 + 999, isOld: isOld(ctx, fee), currency }
  return named(ctx, mode, line.description ?? '') ?? (line.net > 0 ? won : answered)(ctx, near)
}
