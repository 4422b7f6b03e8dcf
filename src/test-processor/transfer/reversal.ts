import type Stripe from 'stripe'
import { retrieveAccount } from '../account/account.ts'
import { invalidRequest } from '../api-error.ts'
import { addBalanceTransaction, balanceIn, settlementCurrency } from '../balance.ts'
import { chargeTransaction, retrieveCharge } from '../charge.ts'
import { type AccountContext, inAccount, newId, nowSec } from '../context.ts'
import { emit } from '../event.ts'
import { prepend } from '../list-page.ts'
import { retrieveTransfer } from './transfer.ts'

/** Parameters of a new reversal. */
export type NewReversal = { amount?: number; metadata?: Record<string, string> }

/**
 * Reverses a transfer fully or partly and returns the reversal. Throws invalid_request_error when less is left to
 * reverse, and balance_insufficient when the connected account holds less.
 */
export function requestReversal(ctx: AccountContext, transferId: string, params: NewReversal): Stripe.TransferReversal {
  const transfer = retrieveTransfer(ctx, transferId)
  requireReversible(transfer, params.amount)
  requireFunds(ctx, transfer, params.amount ?? transfer.amount - transfer.amount_reversed)
  return reverseTransfer(ctx, transfer, params)
}

/** Throws balance_insufficient, and account_invalid when the account revoked our access. What the transfer itself has brought counts while it is pending. */
function requireFunds(ctx: AccountContext, transfer: Stripe.Transfer, amount: number): void {
  if (typeof transfer.destination !== 'string' || typeof transfer.destination_payment !== 'string') return
  const there = inAccount(ctx, retrieveAccount(ctx, transfer.destination).id)
  const paid = chargeTransaction(there, retrieveCharge(there, transfer.destination_payment))
  const currency = settlementCurrency(there, transfer.currency)
  const { available, pending } = balanceIn(there, currency)
  const held = paid !== undefined && paid.available_on > nowSec(ctx) ? available + pending : available
  const needed = Math.round(amount * ctx.server.exchange.rate(transfer.currency, currency))
  if (needed <= held) return
  const message =
    `The connected account ${transfer.destination} has insufficient funds to cover this reversal: ` +
    `it needs ${needed} ${currency} and holds ${held} ${currency}.`
  throw invalidRequest(message, { code: 'balance_insufficient' })
}

function requireReversible(transfer: Stripe.Transfer, amount: number | undefined): void {
  const remaining = transfer.amount - transfer.amount_reversed
  if (remaining === 0) throw invalidRequest(`Transfer ${transfer.id} is already fully reversed.`)
  if (amount !== undefined && amount > remaining) {
    throw invalidRequest(`Reversal amount (${amount}) is greater than unreversed amount on transfer (${remaining})`, {
      param: 'amount',
    })
  }
}

function reverseTransfer(ctx: AccountContext, before: Stripe.Transfer, params: NewReversal): Stripe.TransferReversal {
  const amount = params.amount ?? before.amount - before.amount_reversed
  const id = newId(ctx, 'trr')
  const { currency } = before
  const transaction = addBalanceTransaction(ctx, {
    type: 'transfer_refund',
    category: 'transfer_reversal',
    source: id,
    currency,
    amount,
    settleMs: msUntilAvailable(ctx, before),
  })
  const reversal = ctx.store.transfer_reversal.put({
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: transaction.id,
    created: nowSec(ctx),
    currency,
    destination_payment_refund: refundDestinationPayment(ctx, before, amount, id),
    metadata: params.metadata ?? {},
    source_refund: null,
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

// What has not settled yet goes back as it came: pending until the same time.
function msUntilAvailable(ctx: AccountContext, { balance_transaction: id }: Stripe.Transfer): number {
  const transaction = typeof id === 'string' ? ctx.store.balance_transaction.get(id) : undefined
  return transaction ? Math.max(0, (transaction.available_on - nowSec(ctx)) * 1000) : 0
}

function refundDestinationPayment(
  ctx: AccountContext,
  transfer: Stripe.Transfer,
  amount: number,
  reversalId: string,
): string | null {
  if (typeof transfer.destination !== 'string' || typeof transfer.destination_payment !== 'string') return null
  const destinationCtx = inAccount(ctx, transfer.destination)
  const payment = retrieveCharge(destinationCtx, transfer.destination_payment)
  const id = newId(ctx, 'pyr')
  const { currency } = transfer
  const transaction = addBalanceTransaction(destinationCtx, {
    type: 'payment_refund',
    category: 'refund',
    source: id,
    currency,
    amount: -amount,
    settleMs: msUntilAvailable(ctx, transfer),
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
