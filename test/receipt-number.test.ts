import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { migrations } from '../db/migrations/run.ts'
import { closeDb, openDb } from '../db/open.ts'
import { rowsOf } from './support/account.ts'
import { begin, begun, card, collect, confirm, goodCard, openShop, settled } from './support/checkout.ts'
import { temporaryFolder } from './support/process.ts'
import type { TestServer } from './support/server.ts'
import { addReadyTrack, cast, type Person } from './support/world.ts'

const yearMs = 365 * 86_400_000
const yearOf = ({ ctx }: TestServer) => new Date(ctx.now()).getUTCFullYear()

const numbers = (svc: TestServer): string[] =>
  rowsOf(svc, 'receipts').map((row) => String(Reflect.get(Object(row), 'number')))

/** Another artist who sells a casset for the same price. */
async function second(svc: TestServer): Promise<Person> {
  const mira = cast(svc.ctx, 'mira', { name: 'Tide', priceMinor: 700 })
  await addReadyTrack(svc.ctx, mira.cassetId, 'Ebb')
  return mira
}

test('receipts of two artists and of two years count separately, each from 1', async () => {
  const { svc, ada, hidden } = await openShop()
  await using _ = svc
  await second(svc)
  const year = yearOf(svc)
  await collect(svc, ada)
  await collect(svc, hidden)
  await collect(svc, ada, goodCard, { slug: 'mira' })
  svc.setClock(yearMs)
  const late = cast(svc.ctx, 'late')
  await collect(svc, late)
  expect(numbers(svc).toSorted()).toEqual([
    `TEST-mira-${year}-000001`,
    `TEST-nova-${year}-000001`,
    `TEST-nova-${year}-000002`,
    `TEST-nova-${year + 1}-000001`,
  ])
})

test('a tip takes its number of the same series, and a refund takes none', async () => {
  const { svc, nova, ada, hidden } = await openShop()
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  await svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie: nova.cookie, body: {} })
  await settled(svc)
  const tip = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: hidden.cookie, body: { amount: 500 } }))
  await confirm(svc, hidden, tip)
  await settled(svc)
  expect(numbers(svc)).toEqual([`TEST-nova-${yearOf(svc)}-000001`, `TEST-nova-${yearOf(svc)}-000002`])
})

test('a refused card takes no number, and neither does a sale that is not written down', async () => {
  const { svc, ada, hidden } = await openShop()
  await using _ = svc
  const refused = await begin(svc, ada)
  await confirm(svc, ada, refused, card('4000000000000002'))
  await settled(svc)
  expect([numbers(svc), rowsOf(svc, 'receipt_series')]).toEqual([[], []])
  // The receipt cannot be written: its number goes back with everything else of the sale.
  svc.ctx.db.$client.run("CREATE TRIGGER broken BEFORE INSERT ON receipts BEGIN SELECT RAISE(ABORT, 'broken'); END")
  await confirm(svc, ada, refused)
  await Bun.sleep(200)
  expect([numbers(svc), rowsOf(svc, 'receipt_series')]).toEqual([[], []])
  svc.ctx.db.$client.run('DROP TRIGGER broken')
  await collect(svc, hidden)
  svc.tick(86_400_000)
  await settled(svc)
  const year = new Date(Date.now()).getUTCFullYear()
  expect(
    numbers(svc)
      .map((number) => number.slice(-6))
      .toSorted(),
  ).toEqual(['000001', '000002'])
  expect(numbers(svc)).toContain(`TEST-nova-${year}-000001`)
})

test('of 200 sales at once none has the number of another, and none is left out', async () => {
  const { svc } = await openShop()
  await using _ = svc
  const buyers = Array.from({ length: 200 }, (_, index) => cast(svc.ctx, `buyer${index}`))
  await Promise.all(buyers.map(async (buyer) => confirm(svc, buyer, await begin(svc, buyer))))
  await settled(svc)
  const series = `TEST-nova-${yearOf(svc)}`
  const whole = Array.from({ length: 200 }, (_, index) => `${series}-${String(index + 1).padStart(6, '0')}`)
  expect(numbers(svc).toSorted()).toEqual(whole)
  expect(rowsOf(svc, 'receipt_series')).toEqual([{ series, issued: 200 }])
})

test('receipts from before numbers were given get theirs in their order', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'tapedeck.db')
  const db = openDb(path)
  db.$client.run('CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT')
  const first = migrations.findIndex(({ name }) => name.endsWith('_tax'))
  for (const { name, sql } of migrations.slice(0, first)) {
    db.$client.run(sql)
    db.$client.run('INSERT INTO migrations VALUES (?, 1)', [name])
  }
  db.$client.run('PRAGMA foreign_keys = OFF')
  for (const [id, mode, handle, issued] of [
    ['c', 'live', 'nova', '2026-05-01'],
    ['b', 'live', 'nova', '2026-05-02'],
    ['a', 'live', 'nova', '2025-12-31T23:59:59.999Z'],
    ['d', 'test', 'nova', '2026-05-01'],
    ['e', 'live', 'a-b_c', '2026-05-01'],
    ['f', 'test-key', 'nova', '2026-05-03'],
  ] as const) {
    db.$client.run(
      `INSERT INTO orders (id, user_id, casset_id, kind, mode, state, amount_minor, currency, price_minor, created_at)
       VALUES (?, 'u', 'c', 'casset', ?, 'PAID', 700, 'usd', 700, 1)`,
      [id, mode],
    )
    db.$client.run(
      "INSERT INTO receipts (order_id, what, seller_name, seller_handle, issued_at) VALUES (?, 'x', 'X', ?, ?)",
      [id, handle, Date.parse(issued)],
    )
  }
  for (const { sql } of migrations.slice(first, first + 1)) db.$client.run(sql)
  const numbered = db.$client.query('SELECT order_id, number FROM receipts ORDER BY order_id').values()
  expect(Object.fromEntries(numbered)).toEqual({
    a: 'nova-2025-000001',
    b: 'nova-2026-000002',
    c: 'nova-2026-000001',
    d: 'TEST-nova-2026-000001',
    e: 'a-b_c-2026-000001',
    f: 'TEST-nova-2026-000002',
  })
  expect(Object.fromEntries(db.$client.query('SELECT series, issued FROM receipt_series').values())).toEqual({
    'nova-2025': 1,
    'nova-2026': 2,
    'TEST-nova-2026': 2,
    'a-b_c-2026': 1,
  })
  closeDb(db)
})
