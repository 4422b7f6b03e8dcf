import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { migrate, migrations } from '../db/migrations/run.ts'
import { closeDb, openDb } from '../db/open.ts'
import { checks, runChecks } from '../src/doctor/run-checks.ts'
import { verifySums } from '../src/ledger/verify-sums.ts'
import { collect, openShop, settled, shopOf } from './support/checkout.ts'
import { accountOf, buyers, moveAt, paidOrder, platform } from './support/ledger-at.ts'
import { temporaryFolder } from './support/process.ts'
import { startServer, type TestServer } from './support/server.ts'
import { figures } from './support/statistics.ts'
import { cast, world } from './support/world.ts'

const looks = checks.filter(({ name }) => name === 'sums')
const looked = async ({ ctx }: TestServer, fix = false) => (await runChecks(ctx, { looks, fix }))[0]

const rows = ({ ctx }: TestServer, text: string) => ctx.db.$client.query(text).values()
const sumsOf = (svc: TestServer) => ({
  days: rows(svc, 'SELECT account_id, day, heading, amount_minor FROM ledger_days WHERE amount_minor <> 0'),
  balances: rows(svc, 'SELECT account_id, amount_minor FROM ledger_balances WHERE amount_minor <> 0'),
  collects: rows(svc, 'SELECT casset_id, mode, day, collects, amount_minor FROM collect_days WHERE collects <> 0'),
})

/** Added up without the sums. */
const addedUp = (svc: TestServer) => ({
  days: rows(
    svc,
    `SELECT account_id, p.created_at / 86400000 AS day, iif(p.kind = 'SALE', coalesce(o.kind, 'casset'), p.kind) AS heading,
      sum(e.amount_minor) AS total
     FROM ledger_entries e JOIN ledger_postings p ON p.id = posting_id LEFT JOIN orders o ON o.id = order_id
     GROUP BY account_id, day, heading HAVING total <> 0 ORDER BY account_id, day, heading`,
  ),
  balances: rows(
    svc,
    'SELECT account_id, sum(amount_minor) AS total FROM ledger_entries GROUP BY account_id HAVING total <> 0',
  ),
  collects: rows(
    svc,
    `SELECT p.casset_id, p.mode, purchased_at / 86400000 AS day, count(*), sum(o.amount_minor)
     FROM purchases p JOIN orders o ON o.id = order_id WHERE ended_at IS NULL GROUP BY p.casset_id, p.mode, day`,
  ),
})

test('what is sold, refunded and given away is summed with its postings, by day, account and casset', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  const [bo, eve] = [cast(svc.ctx, 'bo'), cast(svc.ctx, 'eve')]
  await collect(svc, ada)
  svc.tick(2 * 86_400_000)
  const { paymentIntentId } = await collect(svc, bo)
  svc.ctx.db.$client.run('UPDATE cassets SET price_minor = 0 WHERE id = ?', [nova.cassetId])
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: eve.cookie, body: { slug: 'nova' } })
  const sold = sumsOf(svc)
  expect(sold).toEqual(addedUp(svc))
  expect(sold.collects.map(([, mode, , count, amount]) => [mode, count, amount])).toEqual([
    ['free', 1, 0],
    ['test', 1, 700],
    ['test', 1, 700],
  ])
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect(sumsOf(svc)).toEqual(addedUp(svc))
  expect(sumsOf(svc).collects).toHaveLength(2)
  expect((await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })).json).toMatchObject({
    casset: { sales: { count: 2, amount: { amount: 700, currency: 'usd' } } },
  })
  expect(await looked(svc)).toEqual({ name: 'sums', ok: true })
})

test('sums that were changed or lost are named by the doctor, and its fix adds them up again', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  await collect(svc, ada)
  const before = sumsOf(svc)
  const { $client: sql } = svc.ctx.db
  const account = `test:owed:${nova.artistId}:usd`
  const today = new Date(svc.ctx.now()).toISOString().slice(0, 10)
  sql.run("UPDATE ledger_days SET amount_minor = amount_minor + 1 WHERE account_id = ? AND heading = 'casset'", [
    account,
  ])
  sql.run('UPDATE ledger_balances SET amount_minor = 5 WHERE account_id = ?', [account])
  sql.run('UPDATE collect_days SET collects = 7')
  expect(verifySums(svc.ctx)).toEqual([
    `${account} on ${today}`,
    `${account} now`,
    `${nova.cassetId} on ${today} (test)`,
  ])
  const found = await looked(svc)
  expect(found?.problem).toStartWith('sums are not what the ledger adds up to: test:owed:')
  expect(await looked(svc, true)).toEqual({ name: 'sums', ok: true, note: 'fixed' })
  expect(sumsOf(svc)).toEqual(before)
  for (const table of ['ledger_days', 'ledger_balances', 'collect_days']) sql.run(`DELETE FROM ${table}`)
  sql.run("INSERT INTO ledger_days VALUES ('live:nobody:usd', 20000, 'casset', 5)")
  expect((await looked(svc))?.ok).toBe(false)
  expect(await looked(svc, true)).toMatchObject({ ok: true, note: 'fixed' })
  expect(sumsOf(svc)).toEqual(before)
})

test('a sale that is undone in its transaction leaves nothing in the sums', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const sale = { at: '2026-01-05T10:00:00Z', kind: 'SALE', from: buyers, to: accountOf(nova), amount: 700 } as const
  const refused = { ...sale, kind: 'REFUND', from: accountOf(nova), to: { kind: 'PLATFORM' }, currency: 'eur' } as const
  moveAt(svc, [sale])
  const before = sumsOf(svc)
  expect(() =>
    svc.ctx.db.transaction(() => {
      moveAt(svc, [sale, refused])
      throw new Error('undone')
    }),
  ).toThrow('undone')
  expect(sumsOf(svc)).toEqual(before)
})

test('statistics of whole days come from the sums alone, whatever the entries are', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const tip = paidOrder(svc, ada, nova, 'tip')
  moveAt(svc, [
    { at: '2026-01-05T23:59:59.999Z', kind: 'SALE', from: buyers, to: accountOf(nova), amount: 700 },
    { at: '2026-01-06T00:00:00Z', kind: 'SALE', from: buyers, to: accountOf(nova), amount: 500, orderId: tip },
    { at: '2026-01-06T00:00:01Z', kind: 'PLATFORM_FEE', from: accountOf(nova), to: platform, amount: 50 },
  ])
  const { $client: sql } = svc.ctx.db
  for (const name of ['ledger_entries_no_delete', 'ledger_postings_no_delete']) sql.run(`DROP TRIGGER ${name}`)
  sql.run('DELETE FROM ledger_entries; DELETE FROM ledger_postings')
  const { totals, balance } = await figures(svc, nova, '?from=2026-01-06&to=2026-01-06')
  expect([totals.sales, totals.tips, totals.platformFees, totals.net, balance]).toEqual([0, 500, 50, 450, 1150])
})

test('a database from before gets the sums of its whole past', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'tapedeck.db')
  {
    await using svc = await startServer({ dataDir: folder.path })
    const { nova, ada } = await world(svc)
    for (const [n, kind] of (['casset', 'tip'] as const).entries()) {
      const orderId = paidOrder(svc, ada, nova, kind)
      const at = `2026-01-0${n + 1}T12:00:00Z`
      moveAt(svc, [{ at, kind: 'SALE', from: buyers, to: accountOf(nova), amount: 700, orderId }])
      if (kind === 'casset')
        svc.ctx.db.$client.run("INSERT INTO purchases VALUES ('p', ?, ?, ?, ?, 'PAID', 5, NULL)", [
          ada.userId,
          nova.cassetId,
          orderId,
          svc.ctx.config.paymentMode,
        ])
    }
  }
  const db = openDb(path)
  const triggers = ['ledger_postings_sum', 'purchases_count_new', 'purchases_count_changed', 'purchases_count_deleted']
  for (const name of triggers) db.$client.run(`DROP TRIGGER ${name}`)
  for (const name of ['ledger_days', 'ledger_balances', 'collect_days']) db.$client.run(`DROP TABLE ${name}`)
  db.$client.run("DROP INDEX ledger_accounts_of_instance; DELETE FROM migrations WHERE name LIKE '%_growth'")
  expect(migrate(db.$client, 1)).toEqual(migrations.flatMap(({ name }) => (name.endsWith('_growth') ? [name] : [])))
  closeDb(db)
  await using svc = await startServer({ dataDir: folder.path })
  expect(sumsOf(svc)).toEqual(addedUp(svc))
  expect(sumsOf(svc).days).toHaveLength(4)
})
