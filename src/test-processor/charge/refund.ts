import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { addBalanceTransaction, balanceIn, settlementCurrency } from '../balance/balance.ts'
import { type AccountContext, newId } from '../context.ts'
import { cardBehaviour } from '../customer/payment-method.ts'
import { emit } from '../event/event.ts'
import { retrieveIntent } from '../payment-intent/intent.ts'
import { invalidRequest, resourceMissing } from '../request/api-error.ts'
import { listRoute } from '../request/list-route.ts'
import { Metadata, withChanges } from '../request/metadata.ts'
import { Expand, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'
import { scheduleTask } from '../schedule/schedule.ts'
import { addRefund, addRefundedAmount } from './add-refund.ts'
import { retrieveCharge } from './charge.ts'

type Status = 'pending' | 'succeeded' | 'failed' | 'canceled'

/** A succeeded refund can still fail, when the bank returns it. */
const transitions: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed'],
  failed: [],
  canceled: [],
}

const Reason = t.Union([t.Literal('duplicate'), t.Literal('fraudulent'), t.Literal('requested_by_customer')])
const CreateParams = strictObject({
  charge: t.Optional(t.String()),
  payment_intent: t.Optional(t.String()),
  amount: t.Optional(t.Integer({ minimum: 1 })),
  reason: t.Optional(Reason),
  metadata: t.Optional(Metadata),
  ...Expand,
})
type CreateParams = typeof CreateParams.static

/** Returns a refund of this account. Throws resource_missing. */
function retrieveRefund(ctx: AccountContext, id: string): Stripe.Refund {
  const refund = ctx.store.refund.get(id)
  if (!refund) throw resourceMissing('refund', id)
  return refund
}

function create(ctx: AccountContext, params: CreateParams): Stripe.Refund {
  const charge = refundable(ctx, params)
  const remaining = charge.amount - charge.amount_refunded
  const amount = params.amount ?? remaining
  if (amount > remaining) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${remaining})`
    throw invalidRequest(message, { param: 'amount' })
  }
  const behaviour = cardBehaviour(ctx, charge.payment_method ?? '')
  const isPending = behaviour.refund === 'is_pending'
  const waits =
    ctx.server.restrictions.current.refundsWait === true && !isCovered(ctx, { amount, currency: charge.currency })
  const description = `REFUND FOR CHARGE${charge.description === null ? '' : ` (${charge.description})`}`
  const refund = addRefund(
    ctx,
    charge,
    { id: newId(ctx, 're'), amount, type: 'refund', description, waits },
    {
      destination_details: {
        card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
        type: 'card',
      },
      metadata: params.metadata ?? {},
      ...(isPending ? { pending_reason: 'processing', status: 'pending' } : {}),
      ...(waits ? { pending_reason: 'insufficient_funds', status: 'pending' } : {}),
      reason: params.reason ?? null,
    },
  )
  emit(ctx, 'charge.refunded', retrieveCharge(ctx, charge.id))
  emit(ctx, 'refund.created', refund)
  if (isPending || waits) return scheduleFinish(ctx, refund, 'succeeded')
  return behaviour.refund === 'fails' ? scheduleFinish(ctx, refund, 'failed') : refund
}

function isCovered(ctx: AccountContext, { amount, currency }: Pick<Stripe.Refund, 'amount' | 'currency'>): boolean {
  const settled = settlementCurrency(ctx, currency)
  return balanceIn(ctx, settled).available >= Math.round(amount * ctx.server.exchange.rate(currency, settled))
}

function scheduleFinish(ctx: AccountContext, refund: Stripe.Refund, to: 'succeeded' | 'failed'): Stripe.Refund {
  scheduleTask(ctx, ctx.server.bankMs, { type: 'finish-refund', account: ctx.account, id: refund.id, to })
  return refund
}

function refundable(ctx: AccountContext, params: CreateParams): Stripe.Charge {
  const charge = retrieveCharge(ctx, chargeIdOf(ctx, params), 'charge')
  if (charge.status !== 'succeeded') throw invalidRequest('This charge has failed, so it cannot be refunded.')
  if (charge.refunded) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const isChargedBack = [...ctx.store.dispute.rows({ where: { charge: charge.id } })].some(
    (one) => !one.is_charge_refundable && one.status !== 'won',
  )
  if (isChargedBack) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  return charge
}

function chargeIdOf(ctx: AccountContext, { charge, payment_intent }: CreateParams): string {
  if (charge !== undefined) return charge
  if (payment_intent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const intent = retrieveIntent(ctx, payment_intent, 'payment_intent')
  if (typeof intent.latest_charge !== 'string' || intent.status !== 'succeeded') {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  }
  return intent.latest_charge
}

/** A failed refund returns the money. Does nothing when the change is not allowed. */
export function finishRefund(ctx: AccountContext, id: string, to: Status): void {
  const before = retrieveRefund(ctx, id)
  const from = before.status
  if (!(from === 'pending' || from === 'succeeded') || !transitions[from].includes(to)) return
  const { pending_reason: reason, ...rest } = before
  const waits = reason === 'insufficient_funds'
  if (to === 'succeeded' && waits && !isCovered(ctx, before)) {
    scheduleFinish(ctx, before, to)
    return
  }
  if (to === 'succeeded') {
    const balance_transaction = waits ? addLine(ctx, before) : rest.balance_transaction
    storeAndEmit(ctx, { ...rest, balance_transaction, status: to }, ['refund.updated', 'charge.refund.updated'])
    return
  }
  const returned = { currency: before.currency, amount: before.amount }
  const transaction = waits
    ? undefined
    : addBalanceTransaction(ctx, {
        type: 'refund_failure',
        category: 'refund_failure',
        source: id,
        ...returned,
        description: 'REFUND FAILURE',
      })
  if (typeof before.charge === 'string') addRefundedAmount(ctx, retrieveCharge(ctx, before.charge), -before.amount)
  const ended = { ...rest, status: to, ...(transaction ? { failure_balance_transaction: transaction.id } : {}) }
  if (to === 'canceled') storeAndEmit(ctx, ended, ['refund.updated'])
  else
    storeAndEmit(ctx, { ...ended, failure_reason: 'expired_or_canceled_card' }, [
      'refund.failed',
      'refund.updated',
      'charge.refund.updated',
    ])
}

const addLine = (ctx: AccountContext, { id, amount, currency }: Stripe.Refund): string =>
  addBalanceTransaction(ctx, { type: 'refund', category: 'refund', source: id, currency, amount: -amount }).id

function storeAndEmit(ctx: AccountContext, row: Stripe.Refund, types: readonly string[]): Stripe.Refund {
  const refund = ctx.store.refund.put(row)
  for (const type of types) emit(ctx, type, refund)
  return refund
}

export const refundRoutes = [
  route('POST', '/v1/refunds', CreateParams, create),
  route('GET', '/v1/refunds/:id', strictObject(Expand), (ctx, _, id) => retrieveRefund(ctx, id)),
  route(
    'POST',
    '/v1/refunds/:id',
    strictObject({ metadata: t.Optional(Metadata), ...Expand }),
    (ctx, { metadata }, id) => {
      const before = retrieveRefund(ctx, id)
      return storeAndEmit(ctx, { ...before, metadata: withChanges(before.metadata ?? {}, metadata) }, [
        'refund.updated',
        'charge.refund.updated',
      ])
    },
  ),
  route('POST', '/v1/refunds/:id/cancel', strictObject(Expand), (ctx, _, id) => {
    if (retrieveRefund(ctx, id).status !== 'pending') {
      throw invalidRequest('Only a refund with a status of pending or requires_action can be canceled.')
    }
    finishRefund(ctx, id, 'canceled')
    return retrieveRefund(ctx, id)
  }),
  listRoute('/v1/refunds', ['charge', 'payment_intent'], (request) => request.store.refund),
]
