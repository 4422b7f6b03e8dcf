import { isKept, type Statement } from '../earnings/statement.ts'
import { ordersForMoney, wholeTapes } from '../order/order-rows.ts'
import type { Run } from '../order/run.ts'

/**
 * Money of a preorder that was called off, or that its buyer pressed for, does not stay here, as
 * far as the processor returns it; nor that of what was given back, which nobody had downloaded.
 */
export function preorderFaults(
  { deck: { ctx }, preorders, withdrawals, restores }: Run,
  statement: Statement,
): string[] {
  const sql = ctx.db.$client
  const rows = new Map(ordersForMoney(ctx).map((row) => [row.id, row]))
  const off = new Set(sql.query('SELECT id FROM cassets WHERE called_off_at IS NOT NULL').values().flat())
  const failed = new Set(
    statement.refunds.filter(({ status }) => status === 'failed' || status === 'canceled').map((each) => each.charge),
  )
  const tooLate = withdrawals.tooLate.map((id) => `the order ${id} was given back although it was downloaded`)
  const stayed = statement.payments.flatMap((payment) => {
    const row = rows.get(payment.orderId)
    const charge = payment.intent.latest_charge
    // A refund that a bank does not take is with its buyer to ask for, as everywhere.
    if (!row || !isKept(payment) || failed.has(typeof charge === 'string' ? charge : (charge?.id ?? null))) return []
    const what = `a preorder of ${row.kind} that was ${row.state}`
    const isTape = wholeTapes.includes(row.kind) && off.has(row.thingId)
    if (isTape && !payment.isBeyondRefund) return [`${what} was called off, and its money stayed`]
    // An older copy does not know of the press.
    if (preorders.returned.has(row.id) && restores === 0)
      return [`${what} was given back by a press, and its money stayed`]
    if (withdrawals.given.has(row.id) && restores === 0) return [`${what} was given back, and its money stayed`]
    return []
  })
  return [...tooLate, ...stayed]
}
