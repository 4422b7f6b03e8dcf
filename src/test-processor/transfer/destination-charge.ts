import type Stripe from 'stripe'
import { post } from '../balance.ts'
import { emit } from '../event.ts'
import { withFirst } from '../list-page.ts'
import { type Desk, newId, nowSec } from '../till.ts'
import { reverseTransfer } from './reversal.ts'
import { moveMoney, transferOf } from './transfer.ts'

/** Hands a destination charge on to the seller and keeps the platform's fee. Answers what the charge then names. */
export function payOut(
  desk: Desk,
  charge: Stripe.Charge,
): Partial<Pick<Stripe.Charge, 'transfer' | 'application_fee'>> {
  const to = charge.transfer_data?.destination
  if (typeof to !== 'string') return {}
  const { currency, application_fee_amount: feeAmount } = charge
  const fees = feeAmount ? [feeDetail(feeAmount, currency)] : []
  const moved = {
    amount: charge.transfer_data?.amount ?? charge.amount,
    currency,
    destination: to,
    source_transaction: charge.id,
    ...(charge.transfer_group === null ? {} : { transfer_group: charge.transfer_group }),
  }
  const transfer = moveMoney(desk, moved, fees)
  if (!feeAmount) return { transfer: transfer.id }
  return { transfer: transfer.id, application_fee: keepFee(desk, charge, transfer, to, feeAmount).id }
}

const feeDetail = (amount: number, currency: string): Stripe.BalanceTransaction.FeeDetail => ({
  amount,
  application: null,
  currency,
  description: 'application fee',
  type: 'application_fee',
})

function keepFee(
  desk: Desk,
  charge: Stripe.Charge,
  transfer: Stripe.Transfer,
  account: string,
  amount: number,
): Stripe.ApplicationFee {
  const id = newId(desk, 'fee')
  const { currency } = charge
  const line = post(desk, {
    type: 'application_fee',
    category: 'platform_earning',
    source: id,
    currency,
    amount,
    settleMs: desk.till.settleMs,
  })
  const fee = desk.book.application_fee.put({
    id,
    object: 'application_fee',
    account,
    amount,
    amount_refunded: 0,
    application: 'ca_test',
    balance_transaction: line.id,
    charge: typeof transfer.destination_payment === 'string' ? transfer.destination_payment : charge.id,
    created: nowSec(desk),
    currency,
    fee_source: { charge: charge.id, type: 'charge' },
    livemode: false,
    originating_transaction: charge.id,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
  })
  emit(desk, 'application_fee.created', fee)
  return fee
}

/** Takes the seller's part of a refund back, in proportion, and the platform's fee with it when asked. */
export function reverseForRefund(
  desk: Desk,
  charge: Stripe.Charge,
  refunded: number,
  refundId: string,
  withFee: boolean,
): Stripe.TransferReversal | null {
  if (typeof charge.transfer !== 'string') return null
  const transfer = transferOf(desk, charge.transfer)
  const left = transfer.amount - transfer.amount_reversed
  const amount = Math.min(left, Math.round((transfer.amount * refunded) / charge.amount))
  if (amount === 0) return null
  const feeBack = withFee ? giveFeeBack(desk, charge, refunded) : []
  return reverseTransfer(desk, transfer.id, { amount, source_refund: refundId, feeBack })
}

function giveFeeBack(desk: Desk, charge: Stripe.Charge, refunded: number): Stripe.BalanceTransaction.FeeDetail[] {
  const before =
    typeof charge.application_fee === 'string' ? desk.book.application_fee.get(charge.application_fee) : undefined
  if (!before) return []
  const left = before.amount - before.amount_refunded
  const amount = Math.min(left, Math.round((before.amount * refunded) / charge.amount))
  if (amount === 0) return []
  const id = newId(desk, 'fr')
  const { currency } = before
  const line = post(desk, {
    type: 'application_fee_refund',
    category: 'platform_earning_refund',
    source: id,
    currency,
    amount: -amount,
  })
  const refund = desk.book.fee_refund.put({
    id,
    object: 'fee_refund',
    amount,
    balance_transaction: line.id,
    created: nowSec(desk),
    currency,
    fee: before.id,
    metadata: {},
  })
  const total = before.amount_refunded + amount
  const fee = desk.book.application_fee.put({
    ...before,
    amount_refunded: total,
    refunded: total === before.amount,
    refunds: withFirst(before.refunds, refund),
  })
  emit(desk, 'application_fee.refunded', fee)
  return [feeDetail(amount, currency)]
}
