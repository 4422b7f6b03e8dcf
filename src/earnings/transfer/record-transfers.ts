import { and, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { prepared } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { post } from '../../books/ledger/post.ts'
import { sumOfEntries } from '../../books/ledger/sum-of-entries.ts'
import type { Ctx } from '../../context.ts'
import { noteSettled } from '../../order/from-charge.ts'
import { goodsOf } from '../../order/goods.ts'
import type { Order } from '../../order/order.ts'
import { noteOwed } from '../../order/owed-parts.ts'
import { idOf } from '../../platform/payment/id-of.ts'
import { transferLines } from './transfer-lines.ts'

/** Returns the artist for whom we made a transfer; undefined when somebody else made it. */
export const payeeOf = ({ metadata }: Stripe.Transfer): string | undefined => metadata.artistId

/**
 * Returns the amount of transfers that somebody reversed outside this program: they had a reason,
 * so it stays owed and is not sent again by itself (rule: reversals-and-debts).
 */
export const reversedByHand = ({ instanceId }: Ctx, transfers: readonly Stripe.Transfer[]): number =>
  transfers
    .flatMap(({ reversals }) => reversals.data)
    .filter(({ metadata }) => metadata?.deckId !== instanceId)
    .reduce((sum, { amount }) => sum + amount, 0)

/** Posts an order's transfers and reversals, each once. Called in a transaction. */
export function recordTransfers(ctx: Ctx, order: Order, transfers: readonly Stripe.Transfer[]): void {
  const { opening, payout } = goodsOf(ctx)[order.kind]
  opening?.learn?.(ctx, order, transfers)
  payout?.learn(ctx, order, transfers)
  for (const transfer of transfers) {
    const artistId = payeeOf(transfer)
    if (artistId === undefined) continue
    for (const line of transferLines(order.id, artistId, transfer)) post(ctx, line)
    // An older copy of the database does not know that the order had settled, and may be unable to
    // deliver it again. The transfer proves that it had, so that the money can be taken back.
    noteSettled(ctx, order, idOf(transfer.source_transaction), transfer.currency)
  }
  noteOwed(ctx, order, true)
  payout?.sent(ctx, order)
}

const transferred = prepared((db) => {
  const isTheirs = and(eq(ledgerAccounts.kind, 'ARTIST'), eq(ledgerAccounts.artistId, sql.placeholder('artistId')))
  const isOfOrder = and(eq(ledgerPostings.orderId, sql.placeholder('orderId')), eq(ledgerPostings.kind, 'TRANSFER'))
  return sumOfEntries(db, and(isOfOrder, isTheirs))
})

export const countTransfers = ({ db }: Ctx, orderId: string, artistId: string): number =>
  transferred(db).get({ orderId, artistId })?.entries ?? 0
