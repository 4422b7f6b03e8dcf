import { isKept, isWaiting, type Statement } from '../earnings/statement.ts'
import type { Run } from './run.ts'

/** How much happened in so many runs. */
export type Density = Map<string, number>

/** Adds what happened in a run. */
export function count(density: Density, run: Run, statement: Statement): void {
  const { deck } = run
  const add = (name: string, amount = 1) => density.set(name, (density.get(name) ?? 0) + amount)
  const { payments, refunds, disputes, transfers, reversals } = statement
  const sql = deck.ctx.db.$client
  const rows = (table: string, where: string) =>
    Number(sql.query(`SELECT count(*) FROM ${table} WHERE ${where}`).values()[0]?.[0] ?? 0)
  add('runs')
  add('payments', payments.length)
  add('payments kept', payments.filter(isKept).length)
  add('transfers', transfers.length)
  add('transfer reversals', reversals.length)
  for (const refund of refunds) {
    const { status, reason, metadata } = refund
    add('refunds')
    add(`refunds ${status}`)
    if (metadata?.by === 'owner') add('refunds by the owner')
    if (isWaiting(refund)) add('refunds that still wait')
    if (reason === 'duplicate') add('refunds of a second payment')
    if (reason === 'requested_by_customer') add('refunds by the artist')
  }
  add('bills', run.bills)
  add('restored copies', run.restores)
  add('debts that refunds left', rows('notifications', "kind = 'refund-debt'"))
  for (const {
    status,
    charge,
    evidence_details: { submission_count: answers },
  } of disputes) {
    if (answers > 0) add(`disputes answered and ${status}`)
    add(`disputes ${status}`)
    if (status === 'won' && refunds.some((refund) => refund.charge === charge)) add('refunds next to a won dispute')
  }
  const kinds = sql.query<{ kind: string; mode: string; n: number }, []>(
    "SELECT kind, mode, count(*) AS n FROM orders WHERE state = 'PAID' GROUP BY kind, mode",
  )
  for (const { kind, mode, n } of kinds.all()) add(mode === 'test-key' ? `paid ${kind}` : `${mode} ${kind}`, n)
  const postings = sql.query<{ kind: string; n: number }, []>(
    "SELECT kind, count(*) AS n FROM ledger_postings WHERE kind IN ('PAYOUT', 'PAYOUT_FAILURE', 'EXCHANGE') GROUP BY kind",
  )
  for (const { kind, n } of postings.all()) add(kind.toLowerCase().replace('_', ' '), n)
  add('parts owed', rows('owed_parts', 'amount_minor > 0'))
  add('parts owed by artists', rows('owed_parts', 'amount_minor < 0'))
  add('held by guests', rows('purchases', 'user_id IS NULL AND ended_at IS NULL'))
  add(
    'claimed by accounts',
    rows('guest_links', "purpose = 'claim' AND order_id IN (SELECT id FROM orders WHERE holder_id IS NOT NULL)"),
  )
  add('paid with a code', rows('orders', "state = 'PAID' AND discount_id IS NOT NULL"))
  add('single tracks held', rows('track_holdings', 'held_since > 0 AND ended_at IS NULL'))
  add('single tracks taken off a price', rows('track_holdings', 'rest_order_id IS NOT NULL'))
  add('tracks paid back after the rest', rows('track_holdings', 'rest_order_id IS NOT NULL AND ended_at > 0'))
  add('rests that were free', rows('orders', "state = 'PAID' AND amount_minor = 0 AND credit_minor > 0"))
  add(
    'free rests that ended',
    rows('purchases', "status = 'REFUNDED' AND order_id IN (SELECT id FROM orders WHERE amount_minor = 0)"),
  )
  add(
    'rests of guests',
    rows('orders', "user_id IS NULL AND state = 'PAID' AND id IN (SELECT order_id FROM rest_orders)"),
  )
  add(
    'rests of guests claimed',
    rows(
      'orders',
      "user_id IS NULL AND holder_id IS NOT NULL AND state = 'PAID' AND id IN (SELECT order_id FROM rest_orders)",
    ),
  )
  add(
    'rests of guests sent back',
    rows('orders', "user_id IS NULL AND state = 'UNDELIVERED' AND id IN (SELECT order_id FROM rest_orders)"),
  )
  add('tapes of everything', rows('everything_tapes', '1'))
  add('tapes that came later', rows('everything_tapes', 'part_minor = 0'))
  add('everything ended', rows('everything_purchases', 'ended_at > 0'))
  add('gifts taken', rows('gifts', 'holder_id IS NOT NULL'))
  add(
    'gifts taken and ended',
    rows('gifts', 'holder_id IN (SELECT user_id FROM purchases WHERE order_id = gifts.order_id AND ended_at > 0)'),
  )
  add('preorders moved', run.preorders.moved)
  add('preorders called off', rows('cassets', 'called_off_at IS NOT NULL'))
  add('preorders opened by hand', run.preorders.opened)
  add('orders given back', run.withdrawals.given.size)
  add('orders downloaded', run.withdrawals.downloaded.size)
  add('money given back for a later hour', run.preorders.returned.size)
  add('accounts deleted', rows('users', 'deleted_at IS NOT NULL'))
  add('referral credits', rows('referral_credits', '1'))
  add('postings paid out', rows('paid_out', '1'))
  if (deck.relay.hasLost) add('runs with lost webhooks')
}

/** Returns the counts as lines, in alphabetical order. */
export const densityText = (density: Density): string =>
  [...density]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, amount]) => `${String(amount).padStart(6)}  ${name}`)
    .join('\n')
