import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { fundsOf, post } from './balance.ts'
import { emit } from './event.ts'
import { invalidRequest, noSuch } from './fault.ts'
import { isWithin, listPage } from './list-page.ts'
import { Created, Expand, Metadata, only, Paging } from './read-params.ts'
import { route } from './route.ts'
import { type Desk, later, newId, nowSec } from './till.ts'

type Status = 'pending' | 'in_transit' | 'paid' | 'canceled'

/** Where a payout may go from each state, and how it is told. */
const moves: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['in_transit', 'canceled'],
  in_transit: ['paid'],
  paid: [],
  canceled: [],
}
const told = { in_transit: 'payout.updated', paid: 'payout.paid', canceled: 'payout.canceled' } as const

const isStatus = (text: string): text is Status => Object.hasOwn(moves, text)

function payoutOf(desk: Desk, id: string): Stripe.Payout {
  const payout = desk.book.payout.get(id)
  if (!payout) throw noSuch('payout', id)
  return payout
}

function create(
  desk: Desk,
  asked: { amount: number; currency: string; description?: string; metadata?: Record<string, string> },
) {
  const { amount, currency } = asked
  const { available } = fundsOf(desk, currency)
  if (amount > available) {
    const message = `You have insufficient funds in your Stripe account. Your card balance is ${available} ${currency}.`
    throw invalidRequest(message, { code: 'balance_insufficient' })
  }
  const id = newId(desk, 'po')
  const line = post(desk, {
    type: 'payout',
    category: 'payout',
    source: id,
    currency,
    amount: -amount,
    description: 'STRIPE PAYOUT',
  })
  const payout = desk.book.payout.put({
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: nowSec(desk) + Math.ceil(desk.till.bankMs / 1000),
    automatic: false,
    balance_transaction: line.id,
    created: nowSec(desk),
    currency,
    description: asked.description ?? null,
    destination: `ba_${desk.account.slice(-16)}`,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: asked.metadata ?? {},
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
  emit(desk, 'payout.created', payout)
  later(desk, desk.till.bankMs / 2, { do: 'move-payout', account: desk.account, id, to: 'in_transit' })
  return payout
}

/** Moves a payout on; what its state does not allow does not happen. */
export function movePayout(desk: Desk, id: string, to: 'in_transit' | 'paid' | 'canceled'): void {
  const before = payoutOf(desk, id)
  if (!isStatus(before.status) || !moves[before.status].includes(to)) return
  if (to === 'canceled') {
    post(desk, {
      type: 'payout_cancel',
      category: 'payout_reversal',
      source: id,
      currency: before.currency,
      amount: before.amount,
    })
  }
  emit(desk, told[to], desk.book.payout.put({ ...before, status: to }))
  if (to === 'in_transit')
    later(desk, desk.till.bankMs / 2, { do: 'move-payout', account: desk.account, id, to: 'paid' })
}

function cancel(desk: Desk, id: string): Stripe.Payout {
  if (payoutOf(desk, id).status !== 'pending') {
    throw invalidRequest('Payouts can only be canceled while they are pending.', { code: 'payout_not_pending' })
  }
  movePayout(desk, id, 'canceled')
  return payoutOf(desk, id)
}

/** Payouts to a bank: create, cancel, read and list. */
export const payoutRoutes = [
  route(
    'POST',
    '/v1/payouts',
    only({
      amount: t.Integer({ minimum: 1 }),
      currency: t.String({ pattern: '^[a-z]{3}$' }),
      description: t.Optional(t.String()),
      metadata: t.Optional(Metadata),
      ...Expand,
    }),
    create,
  ),
  route('GET', '/v1/payouts/:id', only(Expand), (desk, _, id) => payoutOf(desk, id)),
  route('POST', '/v1/payouts/:id/cancel', only(Expand), (desk, _, id) => cancel(desk, id)),
  route('GET', '/v1/payouts', only({ status: t.Optional(t.String()), created: Created, ...Paging }), (call, params) => {
    const rows = call.book.payout
      .newestFirst()
      .filter(
        (row) => (params.status === undefined || row.status === params.status) && isWithin(row.created, params.created),
      )
    return listPage(call.path, rows, params)
  }),
]
