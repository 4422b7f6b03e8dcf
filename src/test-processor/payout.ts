import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { invalidRequest, resourceMissing } from './api-error.ts'
import { addBalanceTransaction, balanceIn } from './balance.ts'
import { type AccountContext, newId, nowSec } from './context.ts'
import { emit } from './event.ts'
import { isWithin, listPage } from './list-page.ts'
import { Created, Expand, Metadata, Paging, strictObject } from './read-params.ts'
import { route } from './route.ts'
import { scheduleTask } from './schedule.ts'

type Status = 'pending' | 'in_transit' | 'paid' | 'canceled'

/** Allowed transitions of the status, and the event of each. */
const transitions: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['in_transit', 'canceled'],
  in_transit: ['paid'],
  paid: [],
  canceled: [],
}
const eventTypes = { in_transit: 'payout.updated', paid: 'payout.paid', canceled: 'payout.canceled' } as const

const isStatus = (text: string): text is Status => Object.hasOwn(transitions, text)

function retrievePayout(ctx: AccountContext, id: string): Stripe.Payout {
  const payout = ctx.store.payout.get(id)
  if (!payout) throw resourceMissing('payout', id)
  return payout
}

function create(
  ctx: AccountContext,
  params: { amount: number; currency: string; description?: string; metadata?: Record<string, string> },
) {
  const { amount, currency } = params
  const { available } = balanceIn(ctx, currency)
  if (amount > available) {
    const message = `You have insufficient funds in your Stripe account. Your card balance is ${available} ${currency}.`
    throw invalidRequest(message, { code: 'balance_insufficient' })
  }
  const id = newId(ctx, 'po')
  const transaction = addBalanceTransaction(ctx, {
    type: 'payout',
    category: 'payout',
    source: id,
    currency,
    amount: -amount,
    description: 'STRIPE PAYOUT',
  })
  const payout = ctx.store.payout.put({
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: nowSec(ctx) + Math.ceil(ctx.server.bankMs / 1000),
    automatic: false,
    balance_transaction: transaction.id,
    created: nowSec(ctx),
    currency,
    description: params.description ?? null,
    destination: `ba_${ctx.account.slice(-16)}`,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: params.metadata ?? {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
  })
  emit(ctx, 'payout.created', payout)
  scheduleTask(ctx, ctx.server.bankMs / 2, { type: 'move-payout', account: ctx.account, id, to: 'in_transit' })
  return payout
}

/** Changes the status of a payout. Does nothing when the transition is not allowed. */
export function movePayout(ctx: AccountContext, id: string, to: 'in_transit' | 'paid' | 'canceled'): void {
  const before = retrievePayout(ctx, id)
  if (!isStatus(before.status) || !transitions[before.status].includes(to)) return
  if (to === 'canceled') {
    addBalanceTransaction(ctx, {
      type: 'payout_cancel',
      category: 'payout_reversal',
      source: id,
      currency: before.currency,
      amount: before.amount,
    })
  }
  emit(ctx, eventTypes[to], ctx.store.payout.put({ ...before, status: to }))
  if (to === 'in_transit')
    scheduleTask(ctx, ctx.server.bankMs / 2, { type: 'move-payout', account: ctx.account, id, to: 'paid' })
}

function cancel(ctx: AccountContext, id: string): Stripe.Payout {
  if (retrievePayout(ctx, id).status !== 'pending') {
    throw invalidRequest('Payouts can only be canceled while they are pending.', { code: 'payout_not_pending' })
  }
  movePayout(ctx, id, 'canceled')
  return retrievePayout(ctx, id)
}

/** Operations on payouts. */
export const payoutRoutes = [
  route(
    'POST',
    '/v1/payouts',
    strictObject({
      amount: t.Integer({ minimum: 1 }),
      currency: t.String({ pattern: '^[a-z]{3}$' }),
      description: t.Optional(t.String()),
      metadata: t.Optional(Metadata),
      ...Expand,
    }),
    create,
  ),
  route('GET', '/v1/payouts/:id', strictObject(Expand), (ctx, _, id) => retrievePayout(ctx, id)),
  route('POST', '/v1/payouts/:id/cancel', strictObject(Expand), (ctx, _, id) => cancel(ctx, id)),
  route(
    'GET',
    '/v1/payouts',
    strictObject({ status: t.Optional(t.String()), created: Created, ...Paging }),
    (request, params) => {
      const rows = request.store.payout
        .newestFirst()
        .filter(
          (row) =>
            (params.status === undefined || row.status === params.status) && isWithin(row.created, params.created),
        )
      return listPage(request.path, rows, params)
    },
  ),
]
