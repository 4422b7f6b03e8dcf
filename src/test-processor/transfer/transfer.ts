import type Stripe from 'stripe'
import { payableAccount } from '../account/payable.ts'
import { fundsOf, post } from '../balance.ts'
import { chargeOf } from '../charge.ts'
import { emit } from '../event.ts'
import { invalidRequest, noSuch } from '../fault.ts'
import { type Desk, deskOf, newId, nowSec } from '../till.ts'

/** What a transfer moves and where. */
export type NewTransfer = {
  amount: number
  currency: string
  destination: string
  description?: string
  metadata?: Record<string, string>
  source_transaction?: string
  transfer_group?: string
}

/** A transfer of the platform. Throws resource_missing. */
export function transferOf(desk: Desk, id: string): Stripe.Transfer {
  const transfer = desk.book.transfer.get(id)
  if (!transfer) throw noSuch('transfer', id)
  return transfer
}

/** Moves money of the platform to a connected account: from what is available, or from one charge. */
export function createTransfer(desk: Desk, asked: NewTransfer): Stripe.Transfer {
  const destination = payableAccount(desk, asked.destination, 'destination')
  const source =
    asked.source_transaction === undefined ? undefined : chargeOf(desk, asked.source_transaction, 'source_transaction')
  if (source) mustCover(desk, source, asked)
  else if (fundsOf(desk, asked.currency).available < asked.amount) throw tooLittle()
  const group = asked.transfer_group ?? source?.transfer_group ?? (source ? `group_${source.id}` : undefined)
  return moveMoney(desk, {
    ...asked,
    destination: destination.id,
    ...(group === undefined ? {} : { transfer_group: group }),
  })
}

const tooLittle = () =>
  invalidRequest(
    'You have insufficient available funds in your Stripe account. Try adding funds directly to your available ' +
      'balance by creating Charges using the 4000000000000077 test card.',
    { code: 'balance_insufficient' },
  )

function mustCover(desk: Desk, source: Stripe.Charge, { amount, currency }: NewTransfer): void {
  if (source.currency !== currency) {
    throw invalidRequest('The currency of source_transaction must match the currency of the transfer.', {
      param: 'currency',
    })
  }
  const before = desk.book.transfer
    .all()
    .filter((one) => one.source_transaction === source.id)
    .reduce((sum, one) => sum + one.amount - one.amount_reversed, 0)
  if (before + amount > source.amount) {
    throw invalidRequest(
      `Transfers using this transaction as a source must not exceed the source amount of ${source.amount}.`,
      {
        param: 'amount',
      },
    )
  }
}

/** Writes both sides of a transfer: a line here, a payment there, less the `fees` that the platform keeps. */
export function moveMoney(
  desk: Desk,
  moved: NewTransfer,
  fees: Stripe.BalanceTransaction.FeeDetail[] = [],
): Stripe.Transfer {
  const { amount, currency, destination } = moved
  const id = newId(desk, 'tr')
  const settleMs = moved.source_transaction === undefined ? 0 : msUntilSettled(desk, moved.source_transaction)
  const line = post(desk, { type: 'transfer', category: 'transfer', source: id, currency, amount: -amount, settleMs })
  const there = deskOf(desk, destination)
  const paymentId = newId(desk, 'py')
  const arrived = post(there, {
    type: 'payment',
    category: 'charge',
    source: paymentId,
    currency,
    amount,
    fees,
    settleMs,
  })
  const fee = fees.reduce((sum, detail) => sum + detail.amount, 0)
  const payment = there.book.charge.put(arrivedPayment(there, paymentId, id, arrived.id, moved, fee))
  const transfer = desk.book.transfer.put({
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: line.id,
    created: nowSec(desk),
    currency,
    description: moved.description ?? null,
    destination,
    destination_payment: paymentId,
    livemode: false,
    metadata: moved.metadata ?? {},
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: moved.source_transaction ?? null,
    source_type: 'card',
    transfer_group: moved.transfer_group ?? null,
  })
  emit(desk, 'transfer.created', transfer)
  emit(there, 'payment.created', payment)
  return transfer
}

function msUntilSettled(desk: Desk, chargeId: string): number {
  const charge = chargeOf(desk, chargeId)
  const line =
    typeof charge.balance_transaction === 'string'
      ? desk.book.balance_transaction.get(charge.balance_transaction)
      : undefined
  return line ? Math.max(0, (line.available_on - nowSec(desk)) * 1000) : 0
}

/** A payment that came from the platform: a charge without a card. */
function arrivedPayment(
  there: Desk,
  id: string,
  transfer: string,
  line: string,
  { amount, currency, transfer_group }: NewTransfer,
  fee: number,
): Stripe.Charge {
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: fee > 0 ? fee : null,
    balance_transaction: line,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: nowSec(there),
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
