import type Stripe from 'stripe'
import { payableAccount } from '../account/account.ts'
import { invalidRequest, resourceMissing } from '../api-error.ts'
import { addBalanceTransaction, balanceIn } from '../balance.ts'
import { chargeTransaction, retrieveCharge } from '../charge.ts'
import { type AccountContext, inAccount, newId, nowSec } from '../context.ts'
import { emit } from '../event.ts'

/** Parameters of a new transfer. */
export type NewTransfer = {
  amount: number
  currency: string
  destination: string
  description?: string
  metadata?: Record<string, string>
  source_transaction?: string
  transfer_group?: string
}

/** Returns a transfer of the platform. Throws resource_missing. */
export function retrieveTransfer(ctx: AccountContext, id: string): Stripe.Transfer {
  const transfer = ctx.store.transfer.get(id)
  if (!transfer) throw resourceMissing('transfer', id)
  return transfer
}

/**
 * Transfers money to a connected account, from the available balance or from one charge, and returns the transfer. Throws
 * balance_insufficient, and the errors of `payableAccount`.
 */
export function createTransfer(ctx: AccountContext, params: NewTransfer): Stripe.Transfer {
  const destination = payableAccount(ctx, params.destination, 'destination')
  const source =
    params.source_transaction === undefined
      ? undefined
      : retrieveCharge(ctx, params.source_transaction, 'source_transaction')
  if (source) requireSourceCovers(ctx, source, params)
  else if (balanceIn(ctx, params.currency).available < params.amount) throw insufficientBalance()
  const group = params.transfer_group ?? source?.transfer_group ?? (source ? `group_${source.id}` : undefined)
  return recordTransfer(ctx, {
    ...params,
    destination: destination.id,
    ...(group === undefined ? {} : { transfer_group: group }),
  })
}

const insufficientBalance = () =>
  invalidRequest(
    'You have insufficient available funds in your Stripe account. Try adding funds directly to your available ' +
      'balance by creating Charges using the 4000000000000077 test card.',
    { code: 'balance_insufficient' },
  )

/** A charge pays for transfers in the currency and up to the amount in which it was settled, before the fee. */
function requireSourceCovers(ctx: AccountContext, source: Stripe.Charge, { amount, currency }: NewTransfer): void {
  const settled = chargeTransaction(ctx, source)
  if (settled === undefined) {
    throw invalidRequest(`Charge ${source.id} has not succeeded, so it cannot be used as a source_transaction.`, {
      param: 'source_transaction',
    })
  }
  if (settled.currency !== currency) {
    const message =
      `The currency of source_transaction's balance transaction (${settled.currency}) must be the same as the ` +
      `transfer currency (${currency})`
    throw invalidRequest(message, { param: 'currency' })
  }
  const earlier = [...ctx.store.transfer.rows({ where: { source_transaction: source.id } })]
  const before = earlier.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0)
  if (before + amount > settled.amount) {
    const message = `Transfers using this transaction as a source must not exceed the source amount of ${settled.amount}.`
    throw invalidRequest(message, { param: 'amount' })
  }
}

/** Creates and returns a transfer and its payment on the connected account. */
function recordTransfer(ctx: AccountContext, transferParams: NewTransfer): Stripe.Transfer {
  const { amount, currency, destination } = transferParams
  const id = newId(ctx, 'tr')
  const settleMs =
    transferParams.source_transaction === undefined ? 0 : msUntilSettled(ctx, transferParams.source_transaction)
  const transaction = addBalanceTransaction(ctx, {
    type: 'transfer',
    category: 'transfer',
    source: id,
    currency,
    amount: -amount,
    settleMs,
  })
  const destinationCtx = inAccount(ctx, destination)
  const paymentId = newId(ctx, 'py')
  const destinationTransaction = addBalanceTransaction(destinationCtx, {
    type: 'payment',
    category: 'charge',
    source: paymentId,
    currency,
    amount,
    settleMs,
  })
  const payment = destinationCtx.store.charge.put(
    destinationPayment(destinationCtx, paymentId, id, destinationTransaction.id, transferParams),
  )
  const transfer = ctx.store.transfer.put({
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: transaction.id,
    created: nowSec(ctx),
    currency,
    description: transferParams.description ?? null,
    destination,
    destination_payment: paymentId,
    livemode: false,
    metadata: transferParams.metadata ?? {},
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: transferParams.source_transaction ?? null,
    source_type: 'card',
    transfer_group: transferParams.transfer_group ?? null,
  })
  emit(ctx, 'transfer.created', transfer)
  emit(destinationCtx, 'payment.created', payment)
  return transfer
}

function msUntilSettled(ctx: AccountContext, chargeId: string): number {
  const transaction = chargeTransaction(ctx, retrieveCharge(ctx, chargeId))
  return transaction ? Math.max(0, (transaction.available_on - nowSec(ctx)) * 1000) : 0
}

/** Returns the payment that a transfer creates on the connected account: a charge without a card. */
function destinationPayment(
  destinationCtx: AccountContext,
  id: string,
  transfer: string,
  transaction: string,
  { amount, currency, transfer_group }: NewTransfer,
): Stripe.Charge {
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: transaction,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: nowSec(destinationCtx),
    currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: { stripe_account: {}, type: 'stripe_account' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: transfer,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: transfer_group ?? null,
  }
}
