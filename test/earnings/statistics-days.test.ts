import { expect, test } from 'bun:test'
import { dayOf, divideDays } from '../../src/lib/time/calendar.ts'
import {
  accountOf,
  bank,
  buyers,
  type Movement,
  moveAt,
  paidOrder,
  platform,
  processorFees,
  refunds,
} from '../support/books/ledger-at.ts'
import { askStatistics, figures, nothing } from '../support/earnings/statistics.ts'
import type { TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { balances } from '../support/shop/checkout.ts'
import { type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

/** The sales of each bucket that has any, by its days, after the number of all buckets. */
async function salesBy(svc: TestServer, person: Person, query: string) {
  const { status, json } = await askStatistics(svc, person, query)
  expect(status).toBe(200)
  const series: { from: string; to: string; sales: number }[] = Reflect.get(Object(json), 'currencies')[0].series
  const sold = series.filter(({ sales }) => sales > 0)
  return [series.length, ...sold.map(({ from, to, sales }) => `${from} ${to} ${sales}`)]
}

const sale = (at: string, to: Movement['to'], amount: number): Movement => ({
  at,
  kind: 'SALE',
  from: buyers,
  to,
  amount,
})

test('a day ends at midnight UTC, a month with its last day, a leap year with one more', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const me = accountOf(nova)
  moveAt(svc, [
    sale('2024-01-31T23:59:59.999Z', me, 1),
    sale('2024-02-01T00:00:00.000Z', me, 20),
    sale('2024-02-29T12:00:00.000Z', me, 300),
    sale('2024-02-29T23:59:59.999Z', me, 4_000),
    sale('2024-03-01T00:00:00.000Z', me, 50_000),
  ])
  expect(await salesBy(svc, nova, '?from=2024-02-01&to=2024-02-29')).toEqual([
    29,
    '2024-02-01 2024-02-01 20',
    '2024-02-29 2024-02-29 4300',
  ])
  expect(await salesBy(svc, nova, '?from=2024-01-15&to=2024-03-10&by=month')).toEqual([
    3,
    '2024-01-15 2024-01-31 1',
    '2024-02-01 2024-02-29 4320',
    '2024-03-01 2024-03-10 50000',
  ])
  // Weeks begin on Monday: the 29th of February 2024 was a Thursday.
  expect(await salesBy(svc, nova, '?from=2024-01-30&to=2024-03-05&by=week')).toEqual([
    6,
    '2024-01-30 2024-02-04 21',
    '2024-02-26 2024-03-03 54300',
  ])
})

test('the 30 days to today are told when nothing is asked for', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const at = (daysAgo: number) => new Date(svc.ctx.now() - daysAgo * 86_400_000).toISOString()
  moveAt(svc, [sale(at(30), accountOf(nova), 1), sale(at(29), accountOf(nova), 20), sale(at(0), accountOf(nova), 300)])
  const { json } = await askStatistics(svc, nova)
  const [from, to] = [at(29).slice(0, 10), at(0).slice(0, 10)]
  expect(json).toMatchObject({ from, to, by: 'day', currencies: [{ totals: { sales: 320 }, balance: 321 }] })
  expect(await salesBy(svc, nova, '')).toEqual([30, `${from} ${from} 20`, `${to} ${to} 300`])
  expect((await figures(svc, nova, `?to=${from}`)).totals.sales).toBe(21)
})

test('the answer does not depend on where the machine stands', () => {
  const zone = Bun.env.TZ
  try {
    for (const [TZ, offset] of [
      ['Pacific/Kiritimati', -840],
      ['America/Los_Angeles', 480],
    ] as const) {
      Bun.env.TZ = TZ
      expect(new Date(Date.UTC(2026, 0)).getTimezoneOffset()).toBe(offset)
      const [from = 0, to = 0] = [dayOf('2026-02-27'), dayOf('2026-03-02')]
      expect([from, divideDays({ from, to }, 'month', 9)]).toEqual([
        20_511,
        [
          { from, to: from + 1 },
          { from: to - 1, to },
        ],
      ])
    }
  } finally {
    Bun.env.TZ = zone ?? 'Etc/UTC'
  }
})

test('a query that makes no sense is refused by its field', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  for (const [query, field] of [
    ['from=2026-02-30', 'from'],
    ['from=2026-13-01', 'from'],
    ['from=2025-02-29', 'from'],
    ['to=2026-1-1', 'to'],
    ['to=', 'to'],
    ['from=2026-01-01T00:00:00Z', 'from'],
    ['from=%27%20OR%201=1--', 'from'],
    ['from=2026-01-02&to=2026-01-01', 'from'],
    ['from=1900-01-01&to=2026-01-01', 'from'],
    ['by=year', 'by'],
    ['artistId=x', 'artistId'],
  ] as const) {
    const { status, json } = await askStatistics(svc, nova, `?${query}`)
    expect([query, status, json]).toMatchObject([query, 400, { code: 'VALIDATION', field }])
  }
  for (const query of ['from=2016-01-01&to=2026-01-07', 'from=1721-02-01&to=2026-01-31&by=month']) {
    const { status } = await askStatistics(svc, nova, `?${query}`)
    expect([query, status]).toEqual([query, 200])
  }
  const far = await askStatistics(svc, nova, '?from=2015-12-31&to=2026-01-07')
  expect([far.status, far.json]).toEqual([
    400,
    {
      error: 'These dates are more than 3660 days apart.',
      code: 'VALIDATION',
      field: 'from',
      hint: 'Ask for weeks or months.',
    },
  ])
})

/** Small whole numbers that are the same in every run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

test('whatever stands in the ledger, the figures add up to the balance, day by day and for each artist alone', async () => {
  const svc = await sharedServer()
  const { nova, hidden, ada } = await world(svc)
  const orderOf = [nova, hidden].map((seller) => [
    undefined,
    paidOrder(svc, ada, seller),
    paidOrder(svc, ada, seller, 'tip'),
  ])
  const start = Date.parse('2023-11-20T00:00:00Z')
  const roll = dice(7)
  const movements = Array.from({ length: 200 }, (): Movement => {
    const whose = roll(2)
    const seller = whose === 0 ? nova : hidden
    const own = accountOf(seller)
    const owed = { kind: 'OWED', artistId: seller.artistId } as const
    const me = roll(2) ? own : owed
    const kinds = [
      { kind: 'SALE', from: buyers, to: me },
      { kind: 'TRANSFER', from: owed, to: own },
      { kind: 'PROCESSOR_FEE', from: me, to: processorFees },
      { kind: 'PLATFORM_FEE', from: me, to: platform },
      { kind: 'PLATFORM_FEE_REFUND', from: platform, to: me },
      { kind: 'REFUND', from: me, to: refunds },
      { kind: 'REFUND_FAILURE', from: refunds, to: me },
      { kind: 'TRANSFER_REVERSAL', from: own, to: owed },
      { kind: 'EXCHANGE', from: me, to: { kind: 'EXCHANGE' } },
      { kind: 'DISPUTE', from: me, to: roll(2) ? buyers : processorFees },
      { kind: 'PAYOUT', from: me, to: bank },
      { kind: 'PAYOUT_FAILURE', from: bank, to: me },
    ] as const
    const at = new Date(start + roll(120 * 86_400) * 1_000).toISOString()
    const orderId = orderOf[whose]?.[roll(3)] ?? null
    return { at, amount: 1 + roll(90_000), orderId, ...(kinds[roll(kinds.length)] ?? kinds[0]) }
  })
  moveAt(
    svc,
    movements.toSorted((a, b) => a.at.localeCompare(b.at)),
  )
  for (const person of [nova, hidden]) {
    for (const by of ['day', 'week', 'month'] as const) {
      const query = `?from=2023-11-20&to=2024-04-30&by=${by}`
      const { totals, balance, owed } = await figures(svc, person, query)
      expect(balance).toBe(balances(svc)[person.handle] ?? Number.NaN)
      expect(owed).toBe(balances(svc)[`OWED ${person.handle}`] ?? Number.NaN)
      expect(totals.net - totals.payouts).toBe(balance + owed)
      const { json } = await askStatistics(svc, person, query)
      const series: (typeof nothing)[] = Reflect.get(Object(json), 'currencies')[0].series
      const summed = { ...nothing }
      for (const bucket of series) {
        for (const key of [
          'sales',
          'tips',
          'emoji',
          'prizes',
          'exchanged',
          'processorFees',
          'platformFees',
          'vat',
          'refunds',
          'disputes',
          'net',
          'payouts',
        ] as const) {
          summed[key] += bucket[key]
        }
      }
      expect(summed).toEqual(totals)
    }
  }
})
