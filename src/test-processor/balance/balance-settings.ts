import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import type { AccountContext } from '../context.ts'
import { Expand, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'

/** The minimum that payouts leave in an account's balance, by currency. */
export type StoredBalanceSettings = { id: string; least: Record<string, number> }

const id = 'settings'

export const leastLeft = ({ store }: AccountContext, currency: string): number =>
  store.balance_settings.get(id)?.least[currency] ?? 0

function read(ctx: AccountContext): Stripe.BalanceSettings {
  const least = ctx.store.balance_settings.get(id)?.least ?? {}
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: true,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: Object.keys(least).length > 0 ? least : null,
        schedule: { interval: 'daily' },
        statement_descriptor: null,
        status: 'enabled',
      },
      settlement_timing: { delay_days: 2, start_of_day: null },
    },
  }
}

// Forms hold strings only.
const Least = t.Union([
  t.Record(t.String({ pattern: '^[a-z]{3}$' }), t.String({ pattern: '^[0-9]{1,12}$' })),
  t.Literal(''),
])

export const balanceSettingsRoutes = [
  route('GET', '/v1/balance_settings', strictObject(Expand), read),
  route(
    'POST',
    '/v1/balance_settings',
    strictObject({
      payments: t.Optional(
        strictObject({ payouts: t.Optional(strictObject({ minimum_balance_by_currency: t.Optional(Least) })) }),
      ),
      ...Expand,
    }),
    (ctx, { payments }) => {
      const given = payments?.payouts?.minimum_balance_by_currency
      const least = Object.entries(given || {}).map(([currency, amount]) => [currency, Number(amount)])
      if (given !== undefined) ctx.store.balance_settings.put({ id, least: Object.fromEntries(least) })
      return read(ctx)
    },
  ),
]
