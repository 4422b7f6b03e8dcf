import type Stripe from 'stripe'
import { payableAccount } from '../account/account.ts'
import { addBalanceTransaction, balanceIn, msUntilAvailable, transactionOf } from '../balance/balance.ts'
import { bareCharge } from '../charge/bare-charge.ts'
import { retrieveCharge } from '../charge/charge.ts'
import { type AccountContext, inAccount, newId, nowSec } from '../context.ts'
import { emit } from '../event/event.ts'
import { invalidRequest, resourceMissing } from '../request/api-error.ts'

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
 * Transfers money to a connected account, from the available balance or from one charge, and
 * returns the transfer. Throws balance_insufficient, and the errors of `payableAccount`.
 */
export function createTransfer(ctx: AccountContext, params: NewTransfer): Stripe.Transfer {
  const destination = payableAccount(ctx, params.destination)
  const { amount, currency, source_transaction = null } = params
  const source = source_transaction === null ? undefined : retrieveCharge(ctx, source_transaction, 'source_transaction')
  if (source) requireSourceCovers(ctx, source, params)
  else if (balanceIn(ctx, currency).available < amount) throw insufficientBalance()
  const group = params.transfer_group ?? source?.transfer_group ?? (source ? `group_${source.id}` : null)
  const id = newId(ctx, 'tr')
  const settleMs = source ? msUntilAvailable(ctx, source) : 0
  const transaction = addBalanceTransaction(ctx, {
    type: 'transfer',
    category: 'transfer',
    source: id,
    currency,
    amount: -amount,
    settleMs,
  })
  const destinationCtx = inAccount(ctx, destination.id)
  const about = { source_transfer: id, transfer_group: group }
  const payment = addDestinationPayment(destinationCtx, params, settleMs, about)
  const transfer = ctx.store.transfer.put({
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: transaction.id,
    created: nowSec(ctx),
    currency,
    description: params.description ?? null,
    destination: destination.id,
    destination_payment: payment.id,
    livemode: false,
    metadata: params.metadata ?? {},
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction,
    source_type: 'card',
    transfer_group: group,
  })
  emit(ctx, 'transfer.created', transfer)
  emit(destinationCtx, 'payment.created', payment)
  return transfer
}

/** Adds a charge without a card. */
function addDestinationPayment(
  ctx: AccountContext,
  { amount, currency }: NewTransfer,
  settleMs: number,
  about: Pick<Stripe.Charge, 'source_transfer' | 'transfer_group'>,
): Stripe.Charge {
  const id = newId(ctx, 'py')
  const transaction = addBalanceTransaction(ctx, {
    type: 'payment',
    category: 'charge',
    source: id,
    currency,
    amount,
    settleMs,
  })
  return ctx.store.charge.put({
    ...bareCharge(ctx, id, { amount, currency }),
    ...about,
    balance_transaction: transaction.id,
    payment_method_details: { stripe_account: {}, type: 'stripe_account' },
  })
}

const insufficientBalance = () =>
  invalidRequest(
    'You have insufficient available funds in your Stripe account. Try adding funds directly to your available ' +
      'balance by creating Charges using the 4000000000000077 test card.',
    { code: 'balance_insufficient' },
  )

/** A charge pays transfers in its settlement currency, up to its amount before the fee. */
function requireSourceCovers(ctx: AccountContext, source: Stripe.Charge, { amount, currency }: NewTransfer): void {
  const settled = transactionOf(ctx, source)
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
