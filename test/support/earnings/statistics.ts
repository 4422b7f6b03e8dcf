import { expect } from 'bun:test'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

export const askStatistics = (svc: TestServer, { cookie }: Person, query = '') =>
  svc.call('GET', `/api/studio/statistics${query}`, { cookie })

export const nothing = {
  sales: 0,
  tips: 0,
  emoji: 0,
  prizes: 0,
  licenses: 0,
  exchanged: 0,
  processorFees: 0,
  platformFees: 0,
  vat: 0,
  refunds: 0,
  disputes: 0,
  net: 0,
  payouts: 0,
}

/** The figures of somebody's only currency, without the days; they must add up. */
export async function figures(svc: TestServer, person: Person, query?: string) {
  const { status, json } = await askStatistics(svc, person, query)
  expect(status).toBe(200)
  const currencies: { currency: string; totals: typeof nothing; balance: number; owed: number; series: unknown[] }[] =
    Reflect.get(Object(json), 'currencies')
  expect(currencies).toHaveLength(1)
  const [{ currency, totals, balance, owed } = { currency: '', totals: nothing, balance: 0, owed: 0 }] = currencies
  const {
    sales,
    tips,
    emoji,
    prizes,
    exchanged,
    processorFees: fees,
    platformFees,
    vat,
    refunds: back,
    disputes,
    net,
  } = totals
  expect(net).toBe(sales + tips + emoji + prizes + exchanged - fees - platformFees - vat - back - disputes)
  return { currency, totals, balance, owed, platform: Reflect.get(Object(json), 'platform') }
}
