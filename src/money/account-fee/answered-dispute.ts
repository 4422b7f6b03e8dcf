import type { Ctx } from '../../context.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import type { FeeLine } from './find-fees.ts'

type Found = { id: string; orderId: string }

// An answer, and what a bank decides, may be known here a while after the processor took or returned its fee.
const knownWithinMs = 3_600_000
const aroundMs = 60_000

/** Tells whether all that a fee can be of is known here by now. */
export const isOld = ({ now }: Ctx, { line }: FeeLine): boolean => now() - line.created * 1_000 >= knownWithinMs

const named = `SELECT d.id, d.order_id AS orderId FROM disputes d JOIN orders o ON o.id = d.order_id
  WHERE o.mode = $mode AND (instr($words, d.processor_id) OR instr($words, o.payment_intent_id) OR instr($words, o.charge_id))
  LIMIT 1`
const countOf = (isReturned: 0 | 1) =>
  `(SELECT count(*) FROM account_fees f WHERE f.dispute_id = d.id AND f.is_returned = ${isReturned})`
const answered = `SELECT d.id, d.order_id AS orderId FROM disputes d JOIN orders o ON o.id = d.order_id
  WHERE o.mode = $mode AND d.answers > 0 AND d.state <> 'INQUIRY' AND d.opened_at <= $at AND ${countOf(0)} = 0
    AND ($isOld OR abs(d.answered_at - $at) <= ${aroundMs})
  ORDER BY abs(coalesce(d.answered_at, d.opened_at) - $at), d.id LIMIT 1`
const won = `SELECT d.id, d.order_id AS orderId FROM disputes d JOIN orders o ON o.id = d.order_id
  WHERE o.mode = $mode AND ${countOf(0)} > ${countOf(1)}
    AND ($isOld OR d.state = 'KEPT')
  ORDER BY d.state <> 'KEPT', abs(coalesce(d.ended_at, d.opened_at) - $at), d.id LIMIT 1`

/**
 * Returns the dispute that a fee was taken for, or given back of: the one that it names, else the one that was answered or
 * won next to it in time and has no such line yet; an inquiry costs nothing to answer. As long as the fee is not old, only
 * one that was answered within a minute of it, or is known to be won. Undefined when nobody here answered any.
 */
export function answeredDispute(ctx: Ctx, { mode }: Processor, fee: FeeLine): Found | undefined {
  const { line } = fee
  const sql = ctx.db.$client
  const words = line.description ?? ''
  const isNamed = sql.query<Found, { mode: string; words: string }>(named).get({ mode, words })
  const near = { mode, at: line.created * 1_000 + 999, isOld: isOld(ctx, fee) }
  return isNamed ?? sql.query<Found, typeof near>(line.net > 0 ? won : answered).get(near) ?? undefined
}
