import type { Ctx } from '../../../src/context.ts'
import { isKept, type Statement } from '../earnings/statement.ts'
import { holdingOrders } from '../order/order-rows.ts'

/**
 * Something of a casset that somebody got for nothing, as they had paid for single tracks of it;
 * `isGuests` where no account holds it.
 */
type FreeRow = {
  orderId: string
  cassetId: string
  takenOffMinor: number
  isAllFree: number
  isGuests: number
  isTape: number
}
type SingleRow = { orderId: string; cassetId: string; singleId: string; takenOffBy: string | null }

const key = ({ orderId, cassetId }: { orderId: string; cassetId: string }) => `${orderId} ${cassetId}`

const freeRows = ({ db: { $client: sql } }: Ctx): FreeRow[] =>
  sql
    .query<FreeRow, []>(
      `SELECT o.id AS orderId, coalesce(t.casset_id, o.casset_id) AS cassetId,
         coalesce(t.credit_minor, o.credit_minor) AS takenOffMinor, o.amount_minor = 0 AS isAllFree,
         o.holder_id IS NULL AS isGuests, t.order_id IS NOT NULL AS isTape
       FROM orders o JOIN cassets c ON c.id = o.casset_id LEFT JOIN everything_tapes t ON t.order_id = o.id
       WHERE o.mode = 'test-key' AND o.state = 'PAID' AND coalesce(t.part_minor, o.amount_minor) = 0
         AND (o.credit_minor > 0 OR t.credit_minor > 0)
         AND NOT (c.called_off_at IS NOT NULL AND o.paid_at < c.called_off_at AND o.kind = 'casset')`,
    )
    .all()

const singleRows = ({ db: { $client: sql } }: Ctx): SingleRow[] =>
  sql
    .query<SingleRow, []>(
      `SELECT DISTINCT r.order_id AS orderId, h.casset_id AS cassetId, h.order_id AS singleId, h.rest_order_id AS takenOffBy
       FROM rest_orders r JOIN track_holdings h ON h.order_id = r.single_order_id`,
    )
    .all()

/** Returns orders whose account holds the casset by a later payment, as "order casset". */
const paidAgain = ({ db: { $client: sql } }: Ctx): Set<string> =>
  new Set(
    sql
      .query<{ orderId: string; cassetId: string }, []>(
        `SELECT o.id AS orderId, o.casset_id AS cassetId
         FROM orders o JOIN purchases p ON p.user_id = o.holder_id AND p.casset_id = o.casset_id AND p.ended_at IS NULL
           JOIN orders paid ON paid.id = p.order_id AND paid.payment_intent_id IS NOT NULL
         WHERE paid.id <> o.id AND o.kind = 'casset' AND paid.kind = 'casset' AND paid.paid_at > o.paid_at`,
      )
      .all()
      .map(key),
  )

/**
 * Returns what nobody has any more who got it for nothing, as "order casset": the processor has
 * less left of the payments for its tracks than was taken off for them. An order that cost nothing
 * is lost whole. A rest whose holder paid for the casset while it had ended stays lost when that
 * money is back and none of it can be refunded: of two payments, the other one holds the casset.
 */
export function lostForFree(ctx: Ctx, { payments }: Statement): Set<string> {
  const left = new Map(payments.map((payment) => [payment.orderId, isKept(payment) ? payment.left : 0]))
  const mendable = new Set(payments.flatMap((each) => (isKept(each) && !each.isBeyondRefund ? [each.orderId] : [])))
  const paidFor = paidAgain(ctx)
  const isReplaced = (row: FreeRow) => row.isTape === 0 && !holding.has(row.orderId) && paidFor.has(key(row))
  const holding = holdingOrders(ctx)
  const singles = Map.groupBy(singleRows(ctx), key)
  const rows = freeRows(ctx)
  const isLost = (row: FreeRow) => {
    const theirs = (singles.get(key(row)) ?? []).filter(
      ({ takenOffBy }) => takenOffBy === null || takenOffBy === row.orderId || !holding.has(takenOffBy),
    )
    if (isReplaced(row) && theirs.every(({ singleId }) => !mendable.has(singleId))) return true
    return theirs.reduce((sum, { singleId }) => sum + (left.get(singleId) ?? 0), 0) < row.takenOffMinor
  }
  const lost = rows.filter(isLost)
  const whole = new Set(lost.flatMap(({ orderId, isAllFree }) => (isAllFree === 1 ? [orderId] : [])))
  return new Set([...lost, ...rows.filter(({ orderId }) => whole.has(orderId))].map(key))
}

/** A guest has the rest that was free as long as the money of its tracks is there. */
export function freeRestFaults(ctx: Ctx, statement: Statement): string[] {
  const holding = holdingOrders(ctx)
  const lost = lostForFree(ctx, statement)
  return freeRows(ctx).flatMap((row) => {
    const isHeld = holding.has(row.orderId)
    if (row.isGuests === 0 || isHeld !== lost.has(key(row))) return []
    return [`the rest that a guest got for nothing is theirs: ${isHeld}, against the money of its tracks`]
  })
}
