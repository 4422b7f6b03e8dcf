import type Stripe from 'stripe'
import { invalidRequest } from '../api-error.ts'
import { addBalanceTransaction } from '../balance.ts'
import { retrieveCharge } from '../charge.ts'
import { type AccountContext, inAccount, newId, nowSec } from '../context.ts'
import { emit } from '../event.ts'
import { prepend } from '../list-page.ts'
import { retrieveTransfer } from './transfer.ts'

/** Parameters of a new reversal. */
export type NewReversal = {
  amount?: number
  metadata?: Record<string, string>
  /** The refund that caused it. */
  source_refund?: string
  /** The part of the application fee that the platform refunds. */
  refundedFees?: Stripe.BalanceTransaction.FeeDetail[]
}

/**
 * Reverses a transfer fully or partly and returns the reversal. The connected account's balance may become negative, as
 * with Stripe. Throws invalid_request_error when less is left to reverse.
 */
export function reverseTransfer(ctx: AccountContext, transferId: string, params: NewReversal): Stripe.TransferReversal {
  const before = retrieveTransfer(ctx, transferId)
  const remaining = before.amount - before.amount_reversed
  const amount = params.amount ?? remaining
  if (remaining === 0) throw invalidRequest(`Transfer ${before.id} is already fully reversed.`)
  if (amount > remaining) {
    throw invalidRequest(`Reversal amount (${amount}) is greater than unreversed amount on transfer (${remaining})`, {
      param: 'amount',
    })
  }
  const id = newId(ctx, 'trr')
  const { currency } = before
  const transaction = addBalanceTransaction(ctx, {
    type: 'transfer_refund',
    category: 'transfer_reversal',
    source: id,
    currency,
    amount,
  })
  const reversal = ctx.store.transfer_reversal.put({
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: transaction.id,
    created: nowSec(ctx),
    currency,
    destination_payment_refund: refundDestinationPayment(ctx, before, amount, id, params.refundedFees ?? []),
    metadata: params.metadata ?? {},
    source_refund: params.source_refund ?? null,
    transfer: before.id,
  })
  const reversed = before.amount_reversed + amount
  const transfer = ctx.store.transfer.put({
    ...before,
    amount_reversed: reversed,
    reversed: reversed === before.amount,
    reversals: prepend(before.reversals, reversal),
  })
  emit(ctx, 'transfer.reversed', transfer)
  return reversal
}

function refundDestinationPayment(
  ctx: AccountContext,
  transfer: Stripe.Transfer,
  amount: number,
  reversalId: string,
  refundedFees: Stripe.BalanceTransaction.FeeDetail[],
): string | null {
  if (typeof transfer.destination !== 'string' || typeof transfer.destination_payment !== 'string') return null
  const destinationCtx = inAccount(ctx, transfer.destination)
  const payment = retrieveCharge(destinationCtx, transfer.destination_payment)
  const id = newId(ctx, 'pyr')
  const { currency } = transfer
  const fees = refundedFees.map((detail) => ({ ...detail, amount: -detail.amount }))
  const transaction = addBalanceTransaction(destinationCtx, {
    type: 'payment_refund',
    category: 'refund',
    source: id,
    currency,
    amount: -amount,
    fees,
  })
  const refunded = payment.amount_refunded + amount
  destinationCtx.store.charge.put({ ...payment, amount_refunded: refunded, refunded: refunded === payment.amount })
  destinationCtx.store.refund.put({
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction.id,
    charge: payment.id,
    created: nowSec(ctx),
    currency,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: reversalId,
    status: 'succeeded',
    transfer_reversal: null,
  })
  return id
}
