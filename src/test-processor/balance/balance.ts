import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { type AccountContext, inPlatform, newId, nowSec } from '../context.ts'
import { resourceMissing } from '../request/api-error.ts'
import { isWithin, listPage } from '../request/list-page.ts'
import { Created, Expand, Paging, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'
import { contentsOf } from './payout-contents.ts'

export type NewBalanceTransaction = {
  type: Stripe.BalanceTransaction.Type
  category: string
  /** Null for fees of the account itself. */
  source: string | null
  currency: string
  amount: number
  fee?: Stripe.BalanceTransaction.FeeDetail | undefined
  description?: string | null
  /** Milliseconds until the money is available; 0 when absent. */
  settleMs?: number
}

/** Returns Stripe's fee for a card payment: 2.9 % and 30 minor units. */
export const processingFee = (amount: number, currency: string): Stripe.BalanceTransaction.FeeDetail => ({
  amount: Math.min(amount, Math.round(amount * 0.029) + 30),
  application: null,
  currency,
  description: 'Stripe processing fees',
  type: 'stripe_fee',
})

/** Returns the currency in which this account settles a payment of that currency. */
export function settlementCurrency(ctx: AccountContext, currency: string): string {
  const { server } = ctx
  if (ctx.account === server.platform) return server.convertsCharges ? server.currency : currency
  return inPlatform(ctx).store.account.get(ctx.account)?.currency ?? currency
}

/**
 * Adds and returns a balance transaction of this account; they are never changed. The amount and
 * the fee are converted at the present rate to the currency in which the account settles.
 */
export function addBalanceTransaction(ctx: AccountContext, draft: NewBalanceTransaction): Stripe.BalanceTransaction {
  const { settleMs = 0 } = draft
  const currency = settlementCurrency(ctx, draft.currency)
  const rate = ctx.server.exchange.rate(draft.currency, currency)
  const amount = Math.round(draft.amount * rate)
  const fee = draft.fee ? Math.round(draft.fee.amount * ctx.server.exchange.rate(draft.fee.currency, currency)) : 0
  const transaction = ctx.store.balance_transaction.put({
    id: newId(ctx, 'txn'),
    object: 'balance_transaction',
    amount,
    available_on: nowSec(ctx) + Math.ceil(settleMs / 1000),
    balance_type: 'payments',
    created: nowSec(ctx),
    currency,
    description: draft.description ?? null,
    exchange_rate: currency === draft.currency ? null : rate,
    fee,
    fee_details: draft.fee ? [{ ...draft.fee, amount: fee, currency }] : [],
    net: amount - fee,
    reporting_category: draft.category,
    source: draft.source,
    status: settleMs > 0 ? 'pending' : 'available',
    type: draft.type,
  })
  addToBalance(ctx, transaction)
  return transaction
}

type WithTransaction = { balance_transaction: string | Stripe.BalanceTransaction | null }

/** Returns the balance transaction of a charge or transfer; undefined as long as it has none. */
export const transactionOf = (
  { store }: AccountContext,
  { balance_transaction: id }: WithTransaction,
): Stripe.BalanceTransaction | undefined => (typeof id === 'string' ? store.balance_transaction.get(id) : undefined)

/** 0 for a source without a balance transaction. */
export function msUntilAvailable(ctx: AccountContext, source: WithTransaction): number {
  const transaction = transactionOf(ctx, source)
  return transaction ? Math.max(0, (transaction.available_on - nowSec(ctx)) * 1000) : 0
}

export function withCurrentStatus(
  ctx: AccountContext,
  transaction: Stripe.BalanceTransaction,
): Stripe.BalanceTransaction {
  return { ...transaction, status: transaction.available_on <= nowSec(ctx) ? 'available' : 'pending' }
}

/** The balance in a currency (the id), without what was pending when last looked at. */
export type Funds = { id: string; settled: number }

/** A balance transaction (the id) and the automatic payout that contains it. */
export type PaidOut = { id: string; payout: string }

export type PendingFunds = { id: string; currency: string; availableOn: number; net: number }

function addFunds({ store }: AccountContext, currency: string, net: number): void {
  store.funds.put({ id: currency, settled: (store.funds.get(currency)?.settled ?? 0) + net })
}

/** Adds a transaction to the balance, and settles what was pending until now. */
function addToBalance(ctx: AccountContext, { currency, net, available_on }: Stripe.BalanceTransaction): void {
  const pending = ctx.store.pending_funds
  for (const due of pending.all()) {
    if (due.availableOn > nowSec(ctx)) continue
    addFunds(ctx, due.currency, due.net)
    pending.delete(due.id)
  }
  const isPending = available_on > nowSec(ctx)
  addFunds(ctx, currency, isPending ? 0 : net)
  const id = `${currency} ${available_on}`
  if (isPending) pending.put({ id, currency, availableOn: available_on, net: (pending.get(id)?.net ?? 0) + net })
}

export function balanceIn(ctx: AccountContext, currency: string): { available: number; pending: number } {
  const funds = { available: ctx.store.funds.get(currency)?.settled ?? 0, pending: 0 }
  for (const row of ctx.store.pending_funds.all()) {
    if (row.currency === currency) funds[row.availableOn <= nowSec(ctx) ? 'available' : 'pending'] += row.net
  }
  return funds
}

function readBalance(ctx: AccountContext): Stripe.Balance {
  const used = ctx.store.funds.all().map(({ id }) => id)
  const currencies = used.length === 0 ? [settlementCurrency(ctx, ctx.server.currency)] : used.sort()
  const amounts = (which: 'available' | 'pending') =>
    currencies.map((currency) => {
      const amount = balanceIn(ctx, currency)[which]
      return { amount, currency, source_types: { card: amount } }
    })
  // Held back for connected accounts below zero whose requirements the platform collects; here
  // Stripe collects them.
  const reserved = currencies.map((currency) => ({ amount: 0, currency }))
  const isPlatform = ctx.account === ctx.server.platform
  return {
    object: 'balance',
    available: amounts('available'),
    ...(isPlatform ? { connect_reserved: reserved } : {}),
    livemode: false,
    pending: amounts('pending'),
  }
}

export const balanceRoutes = [
  route('GET', '/v1/balance', strictObject(Expand), readBalance),
  route('GET', '/v1/balance_transactions/:id', strictObject(Expand), (ctx, _, id) => {
    const transaction = ctx.store.balance_transaction.get(id)
    if (!transaction) throw resourceMissing('balance transaction', id)
    return withCurrentStatus(ctx, transaction)
  }),
  route(
    'GET',
    '/v1/balance_transactions',
    strictObject({
      type: t.Optional(t.String()),
      source: t.Optional(t.String()),
      currency: t.Optional(t.String()),
      payout: t.Optional(t.String()),
      created: Created,
      ...Paging,
    }),
    (request, params) => {
      const { type, currency, source, payout, created } = params
      const where = { type, currency, source }
      const all = payout === undefined ? request.store.balance_transaction : contentsOf(request, payout)
      const page = listPage(request.path, all, params, where, (row) => isWithin(row.created, created))
      return { ...page, data: page.data.map((transaction) => withCurrentStatus(request, transaction)) }
    },
  ),
]
