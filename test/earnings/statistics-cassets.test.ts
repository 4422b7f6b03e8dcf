import { expect, test } from 'bun:test'
import type { StatisticsAnswer } from '../../src/earnings/report/model.ts'
import { dateOf, dayAt, dayMs } from '../../src/lib/time/calendar.ts'
import { repairSums, verifySums } from '../../src/operate/doctor/check/sums.ts'
import { goods } from '../../src/rooms.ts'
import { addTape } from '../support/casset/tape.ts'
import { askStatistics } from '../support/earnings/statistics.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import type { ServerOptions, TestServer } from '../support/server.ts'
import { begun, collect, confirm, goodCard, settled, shopOf } from '../support/shop/checkout.ts'
import { faultsOf } from '../support/shop/gift.ts'
import { openSingles } from '../support/shop/single-track.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

const env = { PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10' }

async function statisticsOf(svc: TestServer, person: Person, query = ''): Promise<StatisticsAnswer> {
  const { status, text } = await askStatistics(svc, person, query)
  expect(status).toBe(200)
  return JSON.parse(text)
}

/** The figures of each casset in dollars: name, collects, sales, refunds, net. */
const toldOf = ({ cassets }: StatisticsAnswer) =>
  cassets.map(({ name, collects, currencies }) => {
    const [{ sales, refunds, net } = { sales: 0, refunds: 0, net: 0 }] = currencies
    return [name, collects, sales, refunds, net]
  })

/** The totals less the sums of the cassets, without the figures in which nothing is left. */
function beyond({ cassets, currencies, collects }: StatisticsAnswer) {
  expect(cassets.reduce((sum, { collects }) => sum + collects, 0)).toBe(collects.total)
  return currencies.map(({ currency, totals }) => {
    const parts = cassets.flatMap((casset) => casset.currencies).filter((each) => each.currency === currency)
    const left = Object.entries(totals).map(([figure, total]) => {
      return [figure, parts.reduce((rest, part) => rest - (Reflect.get(part, figure) ?? 0), total)] as const
    })
    return Object.fromEntries(left.filter(([, rest]) => rest !== 0))
  })
}

/** nova with tapes of 700 and 300, and a casset with ada, half of it each. */
async function openShelf(options: ServerOptions = { env }) {
  const shop = await openSingles(options)
  const { svc, nova, ada } = shop
  const live = addTape(svc, nova, 'live', { priceMinor: 300 })
  await addReadyTrack(svc.ctx, live, 'Live')
  const [bo, eve] = [cast(svc.ctx, 'bob'), cast(svc.ctx, 'eve')]
  const { id: two } = await makeCoCasset(svc, nova, 'two', [ada], { splits: { nova: 50, ada: 50 } })
  const body = { price: 1_000, published: true }
  await svc.call('PATCH', `/api/studio/casset/${two}`, { cookie: nova.cookie, body })
  return { ...shop, live, two, bo, eve }
}

test('each casset is told what it sold, of one with others the own part, and all add up to the totals', async () => {
  const { svc, nova, ada, dawn, bo, eve } = await openShelf()
  await using _ = svc
  await collect(svc, bo)
  await collect(svc, eve, goodCard, { slug: 'nova', trackIds: [dawn.id] })
  const back = await collect(svc, bo, goodCard, { slug: 'nova.live' })
  await collect(svc, eve, goodCard, { slug: 'nova.live' })
  await collect(svc, bo, goodCard, { slug: 'two' })
  const tip = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: eve.cookie, body: { amount: 500 } }))
  await confirm(svc, eve, tip, goodCard)
  await shopOf(svc).stripe.refunds.create({ payment_intent: back.paymentIntentId })
  await settled(svc)
  const statistics = await statisticsOf(svc, nova)
  // The processor takes 2.9 % and 30 of each sale, the platform 10 %; after a refund the processor
  // keeps its fee and the platform nothing.
  expect(toldOf(statistics)).toEqual([
    ['First Light', 1, 700 + 150, 0, 700 - 50 - 70 + (150 - 34 - 15)],
    ['The two', 1, 500, 0, 421],
    ['Tape live', 1, 600, 300, 300 - 39 - 30 - 39],
  ])
  expect(beyond(statistics)).toEqual([{ tips: 500, processorFees: 45, platformFees: 50, net: 405 }])
  expect(toldOf(await statisticsOf(svc, ada))).toEqual([
    ['The two', 1, 500, 0, 420],
    [expect.any(String), 0, 0, 0, 0],
  ])
  expect(toldOf(await statisticsOf(svc, bo)).map(([, ...figures]) => figures)).toEqual([[0, 0, 0, 0]])
  expect(faultsOf(svc)).toEqual([])
})

/** The cells of the table of cassets, with a bar between two of a line. */
const linesOf = (text: string) =>
  [...(/<h2 id="by-casset">(.*?)<\/table>/s.exec(text)?.[1] ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, line = '']) =>
    [...line.matchAll(/<t[hd].*?>(.*?)<\/t[hd]>/gs)]
      .map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, ''))
      .join(' | '),
  )

test('the page lists cassets with plays, sales and money; of a chosen one that alone, of a single one nothing', async () => {
  const { svc, nova, ada, bo, live, dawn } = await openShelf()
  await using _ = svc
  const pageOf = async ({ cookie }: Person, query = '') => {
    const asked = { headers: { accept: 'text/html' }, cookie }
    const { status, text } = await svc.call('GET', `/studio/statistics${query}`, asked)
    return [status, ...linesOf(text)]
  }
  expect(await pageOf(nova)).toEqual([200])
  const play = { trackId: dawn.id, heard: 'preview', stoppedSec: 15 }
  await svc.call('POST', '/api/casset/nova/plays', { body: play })
  await collect(svc, bo, goodCard, { slug: 'nova.live' })
  await collect(svc, bo, goodCard, { slug: 'two' })
  const tip = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: bo.cookie, body: { amount: 500 } }))
  await confirm(svc, bo, tip, goodCard)
  await settled(svc)
  const names = 'Casset | Whole | Previews | Bought | Gross | You earn'
  expect(await pageOf(nova)).toEqual([
    200,
    names,
    'The two | 0 | 0 | 1 | $5.00 | $4.21',
    'Tape live | 0 | 0 | 1 | $3.00 | $2.31',
    'First Light | 0 | 1 | 0 | · | ·',
    'Tips, emoji, licenses and the rest | · | · | · | $5.00 | $4.05',
    'Total | 0 | 1 | 2 | $13.00 | $10.57',
  ])
  expect(await pageOf(nova, `?casset=${live}`)).toEqual([200, names, 'Tape live | 0 | 0 | 1 | $3.00 | $2.31'])
  // The creator of a casset with others sees its plays.
  expect((await pageOf(ada))[2]).toBe('The two | · | · | 1 | $5.00 | $4.20')
  expect(await pageOf(bo)).toEqual([200])
})

test('a day counts what it sold and paid back, and the others do not', async () => {
  const { svc, nova, bo } = await openShelf()
  await using _ = svc
  const sold = dayAt(svc.ctx.now())
  const { paymentIntentId } = await collect(svc, bo, goodCard, { slug: 'nova.live' })
  await svc.tick(dayMs)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId, amount: 100 })
  await settled(svc)
  const onDay = (day: number) => statisticsOf(svc, nova, `?from=${dateOf(day)}&to=${dateOf(day)}`)
  const liveIn = async (day: number) => toldOf(await onDay(day)).find(([name]) => name === 'Tape live')
  expect(await liveIn(sold - 1)).toEqual(['Tape live', 0, 0, 0, 0])
  expect(await liveIn(sold)).toEqual(['Tape live', 1, 300, 0, 231])
  expect(await liveIn(sold + 1)).toEqual(['Tape live', 0, 0, 100, -90])
})

test('everything in one payment is divided among its tapes, to the last cent and in its refunds', async () => {
  const { svc, nova, bo, eve } = await openShelf()
  await using _ = svc
  const third = addTape(svc, nova, 'third', { priceMinor: 301 })
  await addReadyTrack(svc.ctx, third, 'Three')
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: { percent: 33, hasFuture: true } })
  const all = { slug: 'nova', everything: true }
  await collect(svc, bo, goodCard, { ...all, amount: 1_009 })
  const statistics = await statisticsOf(svc, nova)
  expect(beyond(statistics)).toEqual([{}])
  const shares = svc.ctx.db.$client.query('SELECT casset_id, part_minor FROM everything_tapes').values()
  expect(shares).toHaveLength(3)
  for (const [id, part] of shares) {
    const [figures] = statistics.cassets.find((each) => each.id === id)?.currencies ?? []
    expect([id, figures?.sales]).toEqual([id, part])
    // 59 to the processor and 101 to the platform, by the parts and at most a cent beside them.
    expect(Math.abs((figures?.processorFees ?? 0) - (59 * Number(part)) / 1_009)).toBeLessThan(1)
  }
  // Two refunds that come to the whole, neither of which divides evenly.
  const later = await collect(svc, eve, goodCard, { ...all, amount: 1_010 })
  for (const amount of [333, 677]) {
    await shopOf(svc).stripe.refunds.create({ payment_intent: later.paymentIntentId, amount })
    await settled(svc)
    expect(beyond(await statisticsOf(svc, nova))).toEqual([{}])
  }
  const refunds = (await statisticsOf(svc, nova)).cassets.map(({ currencies: [figures] }) => figures?.refunds ?? 0)
  expect(refunds.reduce((sum, each) => sum + each, 0)).toBe(1_010)
  expect(refunds.filter((sum) => sum > 0)).toHaveLength(3)
  expect(faultsOf(svc)).toEqual([])
})

test('every kind of goods that counts as a sale is summed by casset, and no other', async () => {
  const { svc } = await openShelf()
  await using _ = svc
  const view = svc.ctx.db.$client.query("SELECT sql FROM sqlite_schema WHERE name = 'tape_entries'").values()
  const [, list = ''] = /o\.kind IN \(([^)]*)\)/.exec(String(view[0]?.[0])) ?? []
  const kinds = Object.values(goods).filter(({ figure }) => figure === 'sales')
  expect(list.split(', ').toSorted()).toEqual(kinds.map(({ kind }) => `'${kind}'`).toSorted())
})

test('sums by casset that were changed or lost are named by the doctor, and its fix adds them up again', async () => {
  const { svc, nova, bo } = await openShelf()
  await using _ = svc
  await collect(svc, bo, goodCard, { slug: 'nova.live' })
  await collect(svc, bo, goodCard, { slug: 'two' })
  const sql = svc.ctx.db.$client
  const rows = () => sql.query('SELECT * FROM tape_days ORDER BY 1, 2, 3, 4').values()
  const before = rows()
  const told = toldOf(await statisticsOf(svc, nova))
  sql.run("DELETE FROM tape_days WHERE heading = 'casset'")
  sql.run("UPDATE tape_days SET amount_minor = amount_minor + 1 WHERE heading = 'PLATFORM_FEE'")
  expect(toldOf(await statisticsOf(svc, nova))).not.toEqual(told)
  expect(verifySums(svc.ctx)).not.toEqual([])
  repairSums(svc.ctx)
  expect(verifySums(svc.ctx)).toEqual([])
  expect(rows()).toEqual(before)
})
