import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { toV1Account } from '../account/to-account.ts'
import { type AccountContext, inPlatform, newId, nowSec } from '../context.ts'
import { emit } from '../event/event.ts'
import { invalidRequest, resourceMissing } from '../request/api-error.ts'
import { listRoute } from '../request/list-route.ts'
import { Metadata } from '../request/metadata.ts'
import { Expand, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'
import { scheduleTask } from '../schedule/schedule.ts'
import { addBalanceTransaction, balanceIn } from './balance.ts'
import { leastLeft } from './balance-settings.ts'

type Status = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'

const transitions: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['in_transit', 'canceled'],
  in_transit: ['paid', 'failed'],
  // The bank can return a payout days after it was paid.
  paid: ['failed'],
  failed: [],
  canceled: [],
}
const eventTypes = {
  in_transit: 'payout.updated',
  paid: 'payout.paid',
  failed: 'payout.failed',
  canceled: 'payout.canceled',
} as const

const isStatus = (text: string): text is Status => Object.hasOwn(transitions, text)

function retrievePayout(ctx: AccountContext, id: string): Stripe.Payout {
  const payout = ctx.store.payout.get(id)
  if (!payout) throw resourceMissing('payout', id)
  return payout
}

function requirePayouts(ctx: AccountContext): void {
  const account = inPlatform(ctx).store.account.get(ctx.account)
  if (!account || toV1Account(account).payouts_enabled) return
  throw invalidRequest('Your account cannot currently make payouts. Provide the details that are due first.', {
    code: 'payouts_not_allowed',
  })
}

function create(
  ctx: AccountContext,
  params: { amount: number; currency: string; description?: string; metadata?: Record<string, string> },
  automatic = false,
): Stripe.Payout {
  const { amount, currency } = params
  requirePayouts(ctx)
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
    automatic,
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
    reconciliation_status: automatic ? 'in_progress' : 'not_applicable',
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

/**
 * Pays out all that is available in a currency but for the least that stays, as Stripe does by
 * itself, and returns the payout with the transactions that it consists of on record. Throws
 * balance_insufficient when nothing is available.
 */
export function payOutAutomatically(ctx: AccountContext, currency: string): Stripe.Payout {
  const least = leastLeft(ctx, currency)
  const available = balanceIn(ctx, currency).available - least
  if (available <= 0) throw invalidRequest(`Nothing is available in ${currency}.`, { code: 'balance_insufficient' })
  const held = least > 0 ? addHold(ctx, currency, -least) : undefined
  const isNew = ({ id, available_on }: Stripe.BalanceTransaction) =>
    available_on <= nowSec(ctx) && !ctx.store.paid_out.get(id)
  const contained = [...ctx.store.balance_transaction.rows({ where: { currency }, order: 'oldest' })].filter(isNew)
  const payout = create(ctx, { amount: available, currency }, true)
  const own = typeof payout.balance_transaction === 'string' ? [payout.balance_transaction] : []
  for (const id of [...contained.map((one) => one.id), ...own]) ctx.store.paid_out.put({ id, payout: payout.id })
  if (held) addHold(ctx, currency, least)
  return payout
}

/** The rest of the balance is held during a payout, and released after it. */
const addHold = (ctx: AccountContext, currency: string, amount: number) =>
  addBalanceTransaction(ctx, {
    type: amount < 0 ? 'payout_minimum_balance_hold' : 'payout_minimum_balance_release',
    category: amount < 0 ? 'payout_minimum_balance_hold' : 'payout_minimum_balance_release',
    source: null,
    currency,
    amount,
  })

/** A failed or canceled payout returns the money. Throws when the change is not allowed. */
export function movePayout(ctx: AccountContext, id: string, to: keyof typeof eventTypes): void {
  const before = retrievePayout(ctx, id)
  if (!isStatus(before.status) || !transitions[before.status].includes(to)) {
    throw invalidRequest(`A payout cannot go from ${before.status} to ${to}.`)
  }
  emit(ctx, eventTypes[to], ctx.store.payout.put({ ...before, status: to, ...returned(ctx, before, to) }))
  if (to === 'paid' && before.automatic) completeReconciliation(ctx, id)
  if (to === 'in_transit')
    scheduleTask(ctx, ctx.server.bankMs / 2, { type: 'move-payout', account: ctx.account, id, to: 'paid' })
}

/** From now on the transactions of an automatic payout can be listed. */
function completeReconciliation(ctx: AccountContext, id: string): void {
  const payout = ctx.store.payout.put({ ...retrievePayout(ctx, id), reconciliation_status: 'completed' })
  emit(ctx, 'payout.reconciliation_completed', payout)
}

/** Moves a payout on, unless it has ended meanwhile. */
export function advancePayout(ctx: AccountContext, id: string, to: 'in_transit' | 'paid'): void {
  const { status } = retrievePayout(ctx, id)
  if (isStatus(status) && transitions[status].includes(to)) movePayout(ctx, id, to)
}

/** Brings a failed or canceled payout's money back; returns what changes on it. */
function returned(ctx: AccountContext, { id, currency, amount }: Stripe.Payout, to: Status): Partial<Stripe.Payout> {
  if (to === 'canceled') {
    addBalanceTransaction(ctx, { type: 'payout_cancel', category: 'payout_reversal', source: id, currency, amount })
  }
  if (to !== 'failed') return {}
  const transaction = addBalanceTransaction(ctx, {
    type: 'payout_failure',
    category: 'payout_reversal',
    source: id,
    currency,
    amount,
  })
  return {
    failure_balance_transaction: transaction.id,
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  }
}

function cancel(ctx: AccountContext, id: string): Stripe.Payout {
  if (retrievePayout(ctx, id).status !== 'pending') {
    throw invalidRequest('Payouts can only be canceled while they are pending.', { code: 'payout_not_pending' })
  }
  movePayout(ctx, id, 'canceled')
  return retrievePayout(ctx, id)
}

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
    (ctx, params) => create(ctx, params),
  ),
  route('GET', '/v1/payouts/:id', strictObject(Expand), (ctx, _, id) => retrievePayout(ctx, id)),
  route('POST', '/v1/payouts/:id/cancel', strictObject(Expand), (ctx, _, id) => cancel(ctx, id)),
  listRoute('/v1/payouts', ['status'], (request) => request.store.payout),
]
