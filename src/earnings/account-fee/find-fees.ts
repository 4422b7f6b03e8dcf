import type Stripe from 'stripe'
import { accountFees } from '../../../db/schema/earnings/account-fee.ts'
import type { Ctx } from '../../context.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { wholeList } from '../../platform/payment/whole-list.ts'

/** A fee of no payment, as a line of the balance; a returned one has a positive amount. */
export type FeeLine = { line: Stripe.BalanceTransaction; isOfDispute: boolean }

// The processor identifies them by their description only: they have neither a source nor a type of
// their own.
const ofDispute = /dispute|chargeback/i
const ofConnect = /\bconnect\b|active account/i

/** Returns which fee a line is; undefined for others, as of features that we do not use. */
function feeOf(line: Stripe.BalanceTransaction): FeeLine | undefined {
  const { source, description, reporting_category: category } = line
  if (source !== null || category !== 'fee') return undefined
  const isOfDispute = ofDispute.test(description ?? '')
  return isOfDispute || ofConnect.test(description ?? '') ? { line, isOfDispute } : undefined
}

/** Returns the fees since a time that are not booked, oldest first. Throws UNAVAILABLE. */
export async function findFees(ctx: Ctx, processor: Processor, sinceMs: number): Promise<FeeLine[]> {
  const created = { gte: Math.floor(sinceMs / 1000) }
  const listed = async (type: string) =>
    wholeList(ctx, processor, null, (stripe, page, options) =>
      stripe.balanceTransactions.list({ type, created, ...page }, options),
    )
  // In some countries the fees of accounts appear as adjustments.
  const lines = [...(await listed('stripe_fee')), ...(await listed('adjustment'))]
  const booked = bookedFees(ctx)
  return lines
    .flatMap((line) => feeOf(line) ?? [])
    .filter(({ line }) => !booked.has(line.id))
    .sort((a, b) => a.line.created - b.line.created)
}

export const bookedFees = ({ db }: Ctx): Set<string> =>
  new Set(
    db
      .select({ id: accountFees.id })
      .from(accountFees)
      .all()
      .map(({ id }) => id),
  )
