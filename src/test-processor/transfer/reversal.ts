import type Stripe from 'stripe'
import { retrieveAccount } from '../account/account.ts'
import { addBalanceTransaction, balanceIn, msUntilAvailable, settlementCurrency } from '../balance/balance.ts'
import { addRefund } from '../charge/add-refund.ts'
import { retrieveCharge } from '../charge/charge.ts'
import { type AccountContext, inAccount, newId, nowSec } from '../context.ts'
import { emit } from '../event/event.ts'
import { invalidRequest } from '../request/api-error.ts'
import { prepend } from '../request/list-page.ts'
import { retrieveTransfer } from './transfer.ts'

export type NewReversal = { amount?: number; metadata?: Record<string, string> }

/**
 * Reverses a transfer fully or partly and returns the reversal. Throws invalid_request_error when
 * less is left to reverse, and balance_insufficient when the connected account holds less.
 */
export function reverseTransfer(ctx: AccountContext, transferId: string, params: NewReversal): Stripe.TransferReversal {
  const before = retrieveTransfer(ctx, transferId)
  const amount = params.amount ?? before.amount - before.amount_reversed
  requireReversible(before, amount)
  const { currency } = before
  if (ctx.server.restrictions.current.reversalsWait) return waitingReversal(ctx, before, amount)
  requireFunds(ctx, before, amount)
  const id = newId(ctx, 'trr')
  // Unsettled money goes back as it came: pending until the same time.
  const settleMs = msUntilAvailable(ctx, before)
  const transaction = addBalanceTransaction(ctx, {
    type: 'transfer_refund',
    category: 'transfer_reversal',
    source: id,
    currency,
    amount,
    settleMs,
  })
  const reversal = ctx.store.transfer_reversal.put({
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: transaction.id,
    created: nowSec(ctx),
    currency,
    destination_payment_refund: refundDestinationPayment(ctx, before, amount, settleMs, id),
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

/** Stores a reversal that has moved nothing yet, which Stripe's own type does not know. */
function waitingReversal(ctx: AccountContext, before: Stripe.Transfer, amount: number): Stripe.TransferReversal {
  const { id, currency } = before
  const reversal = ctx.store.transfer_reversal.put({
    ...{
      id: newId(ctx, 'trr'),
      object: 'transfer_reversal' as const,
      status: 'pending',
      transfer: id,
      amount,
      currency,
    },
    ...{ balance_transaction: null, created: nowSec(ctx), destination_payment_refund: null, metadata: {} },
    source_refund: null,
  })
  const reversals = prepend(before.reversals, reversal)
  ctx.store.transfer.put({ ...before, amount_reversed: before.amount_reversed + amount, reversals })
  return reversal
}

/**
 * Throws balance_insufficient, and account_invalid when the account revoked our access. "It's only
 * possible to reverse a transfer if the connected account's available balance is greater than the
 * reversal amount or has connected reserves enabled"
 * (docs.stripe.com/connect/separate-charges-and-transfers#reverse-transfers). Whether what is
 * pending of the same transfer counts for such reserves is not said: it does here unless
 * `reversesPending` is false, and `rehearse` asks.
 */
function requireFunds(ctx: AccountContext, transfer: Stripe.Transfer, amount: number): void {
  if (typeof transfer.destination !== 'string' || typeof transfer.destination_payment !== 'string') return
  const there = inAccount(ctx, retrieveAccount(ctx, transfer.destination).id)
  const payment = retrieveCharge(there, transfer.destination_payment)
  const currency = settlementCurrency(there, transfer.currency)
  const { available, pending } = balanceIn(there, currency)
  const isPending = ctx.server.reversesPending && msUntilAvailable(there, payment) > 0
  const held = isPending ? available + pending : available
  const needed = Math.round(amount * ctx.server.exchange.rate(transfer.currency, currency))
  if (needed <= held) return
  const message =
    `The connected account ${transfer.destination} has insufficient funds to cover this reversal: ` +
    `it needs ${needed} ${currency} and holds ${held} ${currency}.`
  throw invalidRequest(message, { code: 'balance_insufficient' })
}

function requireReversible(transfer: Stripe.Transfer, amount: number): void {
  const remaining = transfer.amount - transfer.amount_reversed
  if (remaining === 0) throw invalidRequest(`Transfer ${transfer.id} is already fully reversed.`)
  if (amount > remaining) {
    throw invalidRequest(`Reversal amount (${amount}) is greater than unreversed amount on transfer (${remaining})`, {
      param: 'amount',
    })
  }
}

function refundDestinationPayment(
  ctx: AccountContext,
  { destination, destination_payment: payment }: Stripe.Transfer,
  amount: number,
  settleMs: number,
  reversal: string,
): string | null {
  if (typeof destination !== 'string' || typeof payment !== 'string') return null
  const there = inAccount(ctx, destination)
  const refund = { id: newId(ctx, 'pyr'), amount, type: 'payment_refund', settleMs } as const
  return addRefund(there, retrieveCharge(there, payment), refund, { source_transfer_reversal: reversal }).id
}
