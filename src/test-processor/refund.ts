import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { post } from './balance.ts'
import { chargeOf } from './charge.ts'
import { emit } from './event.ts'
import { invalidRequest, noSuch } from './fault.ts'
import { isWithin, listPage } from './list-page.ts'
import { intentOf } from './payment-intent/intent-of.ts'
import { behaviourOf } from './payment-method.ts'
import { Created, Expand, Metadata, only, Paging } from './read-params.ts'
import { route } from './route.ts'
import { type Desk, later, newId, nowSec } from './till.ts'
import { reverseForRefund } from './transfer/destination-charge.ts'

type Status = 'pending' | 'succeeded' | 'failed' | 'canceled'

/** Where a refund may go from each state. A succeeded one can still fail: the bank sends it back. */
const moves: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed'],
  failed: [],
  canceled: [],
}

const Reason = t.Union([t.Literal('duplicate'), t.Literal('fraudulent'), t.Literal('requested_by_customer')])
const CreateParams = only({
  charge: t.Optional(t.String()),
  payment_intent: t.Optional(t.String()),
  amount: t.Optional(t.Integer({ minimum: 1 })),
  reason: t.Optional(Reason),
  refund_application_fee: t.Optional(t.Boolean()),
  reverse_transfer: t.Optional(t.Boolean()),
  metadata: t.Optional(Metadata),
  ...Expand,
})
type CreateParams = typeof CreateParams.static

/** A refund of this account. Throws resource_missing. */
export function refundOf(desk: Desk, id: string): Stripe.Refund {
  const refund = desk.book.refund.get(id)
  if (!refund) throw noSuch('refund', id)
  return refund
}

function create(desk: Desk, asked: CreateParams): Stripe.Refund {
  const charge = refundable(desk, asked)
  const left = charge.amount - charge.amount_refunded
  const amount = asked.amount ?? left
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw invalidRequest(message, { param: 'amount' })
  }
  const behaviour = behaviourOf(desk, charge.payment_method ?? '')
  const id = newId(desk, 're')
  const { currency } = charge
  const line = post(desk, {
    type: 'refund',
    category: 'refund',
    source: id,
    currency,
    amount: -amount,
    description: `REFUND FOR CHARGE${charge.description === null ? '' : ` (${charge.description})`}`,
  })
  const reversal = asked.reverse_transfer
    ? reverseForRefund(desk, charge, amount, id, asked.refund_application_fee ?? false)
    : null
  const refund = desk.book.refund.put({
    id,
    object: 'refund',
    amount,
    balance_transaction: line.id,
    charge: charge.id,
    created: nowSec(desk),
    currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: asked.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(behaviour.refund === 'is_pending' ? { pending_reason: 'processing' } : {}),
    reason: asked.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behaviour.refund === 'is_pending' ? 'pending' : 'succeeded',
    transfer_reversal: reversal?.id ?? null,
  })
  emit(desk, 'charge.refunded', countRefunded(desk, charge, amount))
  emit(desk, 'refund.created', refund)
  if (behaviour.refund === 'is_pending') return finishLater(desk, refund, 'succeeded')
  return behaviour.refund === 'fails' ? finishLater(desk, refund, 'failed') : refund
}

function finishLater(desk: Desk, refund: Stripe.Refund, to: 'succeeded' | 'failed'): Stripe.Refund {
  later(desk, desk.till.bankMs, { do: 'finish-refund', account: desk.account, id: refund.id, to })
  return refund
}

function refundable(desk: Desk, asked: CreateParams): Stripe.Charge {
  const charge = chargeOf(desk, chargeIdOf(desk, asked), 'charge')
  if (charge.status !== 'succeeded') throw invalidRequest('This charge has failed, so it cannot be refunded.')
  if (charge.refunded) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const isTakenBack = desk.book.dispute.all().some((one) => one.charge === charge.id && !one.is_charge_refundable)
  if (isTakenBack) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  if (asked.reverse_transfer && charge.transfer === undefined) {
    throw invalidRequest(
      `Cannot reverse transfer on charge ${charge.id} because it does not have an associated transfer.`,
      {
        param: 'reverse_transfer',
      },
    )
  }
  return charge
}

function chargeIdOf(desk: Desk, { charge, payment_intent }: CreateParams): string {
  if (charge !== undefined) return charge
  if (payment_intent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const intent = intentOf(desk, payment_intent, 'payment_intent')
  if (typeof intent.latest_charge !== 'string' || intent.status !== 'succeeded') {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  }
  return intent.latest_charge
}

function countRefunded(desk: Desk, { id }: Stripe.Charge, amount: number): Stripe.Charge {
  const charge = chargeOf(desk, id)
  const amountRefunded = charge.amount_refunded + amount
  return desk.book.charge.put({
    ...charge,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount,
  })
}

/** Ends a refund that was under way; a failing one brings the money back. Does nothing when it is over already. */
export function finishRefund(desk: Desk, id: string, to: Status): void {
  const before = refundOf(desk, id)
  const from = before.status
  if (!(from === 'pending' || from === 'succeeded') || !moves[from].includes(to)) return
  const { pending_reason: _, ...rest } = before
  if (to === 'succeeded') {
    tell(desk, { ...rest, status: to }, ['refund.updated', 'charge.refund.updated'])
    return
  }
  const line = post(desk, {
    type: 'refund_failure',
    category: 'refund_failure',
    source: id,
    currency: before.currency,
    amount: before.amount,
    description: 'REFUND FAILURE',
  })
  if (typeof before.charge === 'string') countRefunded(desk, chargeOf(desk, before.charge), -before.amount)
  const returned = { ...rest, status: to, failure_balance_transaction: line.id }
  if (to === 'canceled') tell(desk, returned, ['refund.updated'])
  else
    tell(desk, { ...returned, failure_reason: 'expired_or_canceled_card' }, [
      'refund.failed',
      'refund.updated',
      'charge.refund.updated',
    ])
}

function tell(desk: Desk, row: Stripe.Refund, types: readonly string[]): Stripe.Refund {
  const refund = desk.book.refund.put(row)
  for (const type of types) emit(desk, type, refund)
  return refund
}

/** Refunds, whole and in part: create, read and list. */
export const refundRoutes = [
  route('POST', '/v1/refunds', CreateParams, create),
  route('GET', '/v1/refunds/:id', only(Expand), (desk, _, id) => refundOf(desk, id)),
  route('POST', '/v1/refunds/:id', only({ metadata: t.Optional(Metadata), ...Expand }), (desk, { metadata }, id) => {
    const before = refundOf(desk, id)
    return tell(desk, { ...before, metadata: { ...before.metadata, ...metadata } }, [
      'refund.updated',
      'charge.refund.updated',
    ])
  }),
  route('POST', '/v1/refunds/:id/cancel', only(Expand), (desk, _, id) => {
    if (refundOf(desk, id).status !== 'pending') {
      throw invalidRequest('Only a refund with a status of pending or requires_action can be canceled.')
    }
    finishRefund(desk, id, 'canceled')
    return refundOf(desk, id)
  }),
  route(
    'GET',
    '/v1/refunds',
    only({ charge: t.Optional(t.String()), payment_intent: t.Optional(t.String()), created: Created, ...Paging }),
    (call, params) => {
      const rows = call.book.refund
        .newestFirst()
        .filter(
          (refund) =>
            (params.charge === undefined || refund.charge === params.charge) &&
            (params.payment_intent === undefined || refund.payment_intent === params.payment_intent) &&
            isWithin(refund.created, params.created),
        )
      return listPage(call.path, rows, params)
    },
  ),
]
