import { say } from '../../lib/language/say.ts'
import { leftOf, purchaseStatusOf } from '../../order/read-payment.ts'
import type { Payment } from '../../platform/payment/payment.ts'

/**
 * Returns what has not been refunded of a payment that should be: nothing, or a sentence. Refunds
 * are made by themselves, unless the processor or the buyer's bank refuses. `dueMinor`: how much of
 * it should be refunded.
 */
export function notReturned(what: string, payment: Payment, dueMinor = payment.intent.amount_received): string[] {
  const { status, isRevoked, hasReturned } = purchaseStatusOf(payment)
  // While a bank decides, nobody can refund it.
  if (isRevoked || status === 'DISPUTED') return []
  const { intent, charge, disputes } = payment
  const leftMinor = Math.min(leftOf(payment), dueMinor - (charge?.amount_refunded ?? 0))
  if (leftMinor <= 0) return []
  const left = { what, left: leftMinor, currency: intent.currency, payment: intent.id }
  if (hasReturned)
    return [say('{what}, and {left} {currency} of {payment} are to be paid back another way: a refund failed', left)]
  // The processor accepts a refund after a won dispute; anything still here then, it has refused.
  if (disputes.length > 0)
    return [say('{what}, and {left} {currency} of {payment} are to be paid back another way: it was disputed', left)]
  return [say('{what}, and {left} {currency} of {payment} are not refunded yet', left)]
}
