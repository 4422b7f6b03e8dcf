import type { Payment } from '../../platform/payment/payment.ts'
import { leftOf, purchaseStatusOf } from '../order/read-payment.ts'

/**
 * Returns what has not been refunded of a payment that should be: nothing, or a sentence. Refunds
 * are made by themselves, unless the processor or the buyer's bank refuses.
 */
export function notReturned(what: string, payment: Payment): string[] {
  const { status, isRevoked, hasReturned } = purchaseStatusOf(payment)
  // While a bank decides, nobody can refund it.
  if (isRevoked || status === 'DISPUTED') return []
  const { intent, disputes } = payment
  const text = `${what}, and ${leftOf(payment)} ${intent.currency} of ${intent.id} are`
  if (hasReturned) return [`${text} to be paid back another way: a refund failed`]
  // The processor accepts a refund after a won dispute; anything still here then, it has refused.
  if (disputes.length > 0) return [`${text} to be paid back another way: it was disputed`]
  return [`${text} not refunded yet`]
}
