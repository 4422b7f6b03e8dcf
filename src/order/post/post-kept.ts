import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { type Posting, post } from '../../books/ledger/post.ts'
import { sumOfEntries } from '../../books/ledger/sum-of-entries.ts'
import type { Ctx } from '../../context.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Order } from '../order.ts'
import { dividedPosting, type Payees } from '../payees.ts'
import type { Money } from './movement.ts'

type Keeper = 'PLATFORM' | 'VAT'

const { placeholder } = sql

const kept = prepared((db) => {
  const isKept = and(eq(ledgerPostings.orderId, placeholder('orderId')), eq(ledgerAccounts.kind, placeholder('keeper')))
  return sumOfEntries(db, isKept)
})

/** Returns what an account has kept of an order by the ledger, and in how many entries. */
export const keptOf = ({ db }: Ctx, orderId: string, keeper: Keeper): { amount: number; entries: number } =>
  kept(db).get({ orderId, keeper }) ?? { amount: 0, entries: 0 }

type Keeping = {
  order: Order
  payees: Payees
  payment: Payment
  keeper: Keeper
  /** The kinds of the postings that keep more, and that give back. */
  kinds: readonly [more: Posting['kind'], less: Posting['kind']]
}

/**
 * Brings what an account keeps of an order to its due amount. Unlike everything else it does not
 * come from the processor, so the difference is posted: refunds that fail, in whatever order, end
 * in the same sum.
 */
export function postKept(ctx: Ctx, due: Money, { order, payees, payment, keeper, kinds }: Keeping): void {
  const { amount, entries } = keptOf(ctx, order.id, keeper)
  const missing = due.amount - amount
  const kind = kinds[missing > 0 ? 0 : 1]
  const whole: Posting = {
    uniqueKey: `${kind} ${payment.charge?.id} ${entries}`,
    kind,
    orderId: order.id,
    currency: due.currency,
    entries: [
      [{ kind: keeper }, missing],
      [payees[0].account, -missing],
    ],
  }
  post(ctx, dividedPosting(ctx, payees, whole))
}
