import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { noSuch } from './fault.ts'
import { isWithin, listPage } from './list-page.ts'
import { Created, Expand, only, Paging } from './read-params.ts'
import { route } from './route.ts'
import { type Desk, newId, nowSec } from './till.ts'

/** What a posting says; what is absent is nothing. */
export type Posting = {
  type: Stripe.BalanceTransaction.Type
  category: string
  source: string
  currency: string
  amount: number
  fees?: Stripe.BalanceTransaction.FeeDetail[]
  description?: string | null
  /** Milliseconds until the money may be used; at once when absent. */
  settleMs?: number
}

/** Stripe's price of a card payment: 2.9 % and 30 minor units. */
export const processingFee = (amount: number, currency: string): Stripe.BalanceTransaction.FeeDetail => ({
  amount: Math.min(amount, Math.round(amount * 0.029) + 30),
  application: null,
  currency,
  description: 'Stripe processing fees',
  type: 'stripe_fee',
})

/** Writes one line of this account's balance. Lines are never changed. */
export function post(desk: Desk, posting: Posting): Stripe.BalanceTransaction {
  const { amount, currency, fees = [], settleMs = 0 } = posting
  const fee = fees.reduce((sum, detail) => sum + detail.amount, 0)
  return desk.book.balance_transaction.put({
    id: newId(desk, 'txn'),
    object: 'balance_transaction',
    amount,
    available_on: nowSec(desk) + Math.ceil(settleMs / 1000),
    balance_type: 'payments',
    created: nowSec(desk),
    currency,
    description: posting.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fees,
    net: amount - fee,
    reporting_category: posting.category,
    source: posting.source,
    status: settleMs > 0 ? 'pending' : 'available',
    type: posting.type,
  })
}

/** A line as it stands now: pending money becomes available by time alone. */
export function asOfNow(desk: Desk, line: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  return { ...line, status: line.available_on <= nowSec(desk) ? 'available' : 'pending' }
}

/** What this account may use now, and what is still on the way. */
export function fundsOf(desk: Desk, currency: string): { available: number; pending: number } {
  const funds = { available: 0, pending: 0 }
  for (const line of desk.book.balance_transaction.all()) {
    if (line.currency === currency) funds[line.available_on <= nowSec(desk) ? 'available' : 'pending'] += line.net
  }
  return funds
}

function readBalance(desk: Desk): Stripe.Balance {
  const used = new Set(desk.book.balance_transaction.all().map((line) => line.currency))
  const currencies = used.size === 0 ? ['usd'] : [...used].sort()
  const amounts = (which: 'available' | 'pending') =>
    currencies.map((currency) => {
      const amount = fundsOf(desk, currency)[which]
      return { amount, currency, source_types: { card: amount } }
    })
  return { object: 'balance', available: amounts('available'), livemode: false, pending: amounts('pending') }
}

/** What an account holds, available and pending, and what moved it. */
export const balanceRoutes = [
  route('GET', '/v1/balance', only(Expand), readBalance),
  route('GET', '/v1/balance_transactions/:id', only(Expand), (desk, _, id) => {
    const line = desk.book.balance_transaction.get(id)
    if (!line) throw noSuch('balance transaction', id)
    return asOfNow(desk, line)
  }),
  route(
    'GET',
    '/v1/balance_transactions',
    only({
      type: t.Optional(t.String()),
      source: t.Optional(t.String()),
      currency: t.Optional(t.String()),
      payout: t.Optional(t.String()),
      created: Created,
      ...Paging,
    }),
    (call, params) => {
      const rows = call.book.balance_transaction
        .newestFirst()
        .filter(
          (line) =>
            (params.type === undefined || line.type === params.type) &&
            (params.source === undefined || line.source === params.source) &&
            (params.payout === undefined || line.source === params.payout) &&
            (params.currency === undefined || line.currency === params.currency) &&
            isWithin(line.created, params.created),
        )
      const page = listPage(call.path, rows, params)
      return { ...page, data: page.data.map((line) => asOfNow(call, line)) }
    },
  ),
]
