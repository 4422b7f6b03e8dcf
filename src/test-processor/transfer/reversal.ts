import type Stripe from 'stripe'
import { post } from '../balance.ts'
import { chargeOf } from '../charge.ts'
import { emit } from '../event.ts'
import { invalidRequest } from '../fault.ts'
import { withFirst } from '../list-page.ts'
import { type Desk, deskOf, newId, nowSec } from '../till.ts'
import { transferOf } from './transfer.ts'

/** What a reversal takes back. */
export type NewReversal = {
  amount?: number
  metadata?: Record<string, string>
  /** The refund that caused it. */
  source_refund?: string
  /** What the platform gives back of its own fee. */
  feeBack?: Stripe.BalanceTransaction.FeeDetail[]
}

/** Takes a transfer back, whole or in part. The other account may go below zero, as with Stripe. */
export function reverseTransfer(desk: Desk, transferId: string, asked: NewReversal): Stripe.TransferReversal {
  const before = transferOf(desk, transferId)
  const left = before.amount - before.amount_reversed
  const amount = asked.amount ?? left
  if (left === 0) throw invalidRequest(`Transfer ${before.id} is already fully reversed.`)
  if (amount > left) {
    throw invalidRequest(`Reversal amount (${amount}) is greater than unreversed amount on transfer (${left})`, {
      param: 'amount',
    })
  }
  const id = newId(desk, 'trr')
  const { currency } = before
  const line = post(desk, { type: 'transfer_refund', category: 'transfer_reversal', source: id, currency, amount })
  const reversal = desk.book.transfer_reversal.put({
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: line.id,
    created: nowSec(desk),
    currency,
    destination_payment_refund: takeBack(desk, before, amount, id, asked.feeBack ?? []),
    metadata: asked.metadata ?? {},
    source_refund: asked.source_refund ?? null,
    transfer: before.id,
  })
  const reversed = before.amount_reversed + amount
  const transfer = desk.book.transfer.put({
    ...before,
    amount_reversed: reversed,
    reversed: reversed === before.amount,
    reversals: withFirst(before.reversals, reversal),
  })
  emit(desk, 'transfer.reversed', transfer)
  return reversal
}

function takeBack(
  desk: Desk,
  transfer: Stripe.Transfer,
  amount: number,
  reversalId: string,
  feeBack: Stripe.BalanceTransaction.FeeDetail[],
): string | null {
  if (typeof transfer.destination !== 'string' || typeof transfer.destination_payment !== 'string') return null
  const there = deskOf(desk, transfer.destination)
  const payment = chargeOf(there, transfer.destination_payment)
  const id = newId(desk, 'pyr')
  const { currency } = transfer
  const fees = feeBack.map((detail) => ({ ...detail, amount: -detail.amount }))
  const line = post(there, { type: 'payment_refund', category: 'refund', source: id, currency, amount: -amount, fees })
  const refunded = payment.amount_refunded + amount
  there.book.charge.put({ ...payment, amount_refunded: refunded, refunded: refunded === payment.amount })
  there.book.refund.put({
    id,
    object: 'refund',
    amount,
    balance_transaction: line.id,
    charge: payment.id,
    created: nowSec(desk),
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
