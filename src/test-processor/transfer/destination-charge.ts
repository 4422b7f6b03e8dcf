import type Stripe from 'stripe'
import { addBalanceTransaction } from '../balance.ts'
import { chargeTransaction } from '../charge.ts'
import { type AccountContext, newId, nowSec } from '../context.ts'
import { emit } from '../event.ts'
import { prepend } from '../list-page.ts'
import { reverseTransfer } from './reversal.ts'
import { recordTransfer, retrieveTransfer } from './transfer.ts'

/**
 * Transfers a destination charge to its connected account, less the application fee. Returns the ids to set on the
 * charge.
 */
export function transferToDestination(
  ctx: AccountContext,
  charge: Stripe.Charge,
): Partial<Pick<Stripe.Charge, 'transfer' | 'application_fee'>> {
  const to = charge.transfer_data?.destination
  if (typeof to !== 'string') return {}
  const { currency, application_fee_amount: feeAmount } = charge
  const fees = feeAmount ? [feeDetail(feeAmount, currency)] : []
  const settled = chargeTransaction(ctx, charge)
  const amount = charge.transfer_data?.amount ?? charge.amount
  const transferParams = {
    amount: Math.round(amount * (settled?.exchange_rate ?? 1)),
    currency: settled?.currency ?? currency,
    destination: to,
    source_transaction: charge.id,
    ...(charge.transfer_group === null ? {} : { transfer_group: charge.transfer_group }),
  }
  const transfer = recordTransfer(ctx, transferParams, fees)
  if (!feeAmount) return { transfer: transfer.id }
  return { transfer: transfer.id, application_fee: createApplicationFee(ctx, charge, transfer, to, feeAmount).id }
}

const feeDetail = (amount: number, currency: string): Stripe.BalanceTransaction.FeeDetail => ({
  amount,
  application: null,
  currency,
  description: 'application fee',
  type: 'application_fee',
})

function createApplicationFee(
  ctx: AccountContext,
  charge: Stripe.Charge,
  transfer: Stripe.Transfer,
  account: string,
  amount: number,
): Stripe.ApplicationFee {
  const id = newId(ctx, 'fee')
  const { currency } = charge
  const transaction = addBalanceTransaction(ctx, {
    type: 'application_fee',
    category: 'platform_earning',
    source: id,
    currency,
    amount,
    settleMs: ctx.server.settleMs,
  })
  const fee = ctx.store.application_fee.put({
    id,
    object: 'application_fee',
    account,
    amount,
    amount_refunded: 0,
    application: 'ca_test',
    balance_transaction: transaction.id,
    charge: typeof transfer.destination_payment === 'string' ? transfer.destination_payment : charge.id,
    created: nowSec(ctx),
    currency,
    fee_source: { charge: charge.id, type: 'charge' },
    livemode: false,
    originating_transaction: charge.id,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
  })
  emit(ctx, 'application_fee.created', fee)
  return fee
}

/**
 * Reverses the transfer of a refunded charge in proportion, and with `withFee` refunds the application fee. Returns the
 * reversal, or null when there is nothing to reverse.
 */
export function reverseTransferForRefund(
  ctx: AccountContext,
  charge: Stripe.Charge,
  refunded: number,
  refundId: string,
  withFee: boolean,
): Stripe.TransferReversal | null {
  if (typeof charge.transfer !== 'string') return null
  const transfer = retrieveTransfer(ctx, charge.transfer)
  const remaining = transfer.amount - transfer.amount_reversed
  const amount = Math.min(remaining, Math.round((transfer.amount * refunded) / charge.amount))
  if (amount === 0) return null
  const refundedFees = withFee ? refundApplicationFee(ctx, charge, refunded) : []
  return reverseTransfer(ctx, transfer.id, { amount, source_refund: refundId, refundedFees })
}

function refundApplicationFee(
  ctx: AccountContext,
  charge: Stripe.Charge,
  refunded: number,
): Stripe.BalanceTransaction.FeeDetail[] {
  const before =
    typeof charge.application_fee === 'string' ? ctx.store.application_fee.get(charge.application_fee) : undefined
  if (!before) return []
  const remaining = before.amount - before.amount_refunded
  const amount = Math.min(remaining, Math.round((before.amount * refunded) / charge.amount))
  if (amount === 0) return []
  const id = newId(ctx, 'fr')
  const { currency } = before
  const transaction = addBalanceTransaction(ctx, {
    type: 'application_fee_refund',
    category: 'platform_earning_refund',
    source: id,
    currency,
    amount: -amount,
  })
  const refund = ctx.store.fee_refund.put({
    id,
    object: 'fee_refund',
    amount,
    balance_transaction: transaction.id,
    created: nowSec(ctx),
    currency,
    fee: before.id,
    metadata: {},
  })
  const total = before.amount_refunded + amount
  const fee = ctx.store.application_fee.put({
    ...before,
    amount_refunded: total,
    refunded: total === before.amount,
    refunds: prepend(before.refunds, refund),
  })
  emit(ctx, 'application_fee.refunded', fee)
  return [feeDetail(amount, currency)]
}
