import { expect, test } from 'bun:test'
import { type Account, type Posting, post } from '../../src/books/ledger/post.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { runChecks } from '../../src/operate/doctor/run-checks.ts'
import { rowsOf } from '../support/account/account.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { balances, collect, openShop } from '../support/shop/checkout.ts'

const buyers: Account = { kind: 'BUYERS' }
const platform: Account = { kind: 'PLATFORM' }

const posting = (changes: Partial<Posting> = {}): Posting => ({
  uniqueKey: 'TRANSFER tr_1',
  kind: 'TRANSFER',
  orderId: 'order',
  currency: 'usd',
  entries: [
    [buyers, -700],
    [platform, 700],
  ],
  ...changes,
})

const write = ({ ctx }: TestServer, changes?: Partial<Posting>) => ctx.db.transaction(() => post(ctx, posting(changes)))

test('a posting gives what it takes, and is written once for what moved the money', async () => {
  await using svc = await startServer()
  write(svc)
  write(svc)
  write(svc, {
    entries: [
      [buyers, -1],
      [platform, 1],
    ],
  })
  expect(balances(svc)).toEqual({ BUYERS: -700, PLATFORM: 700 })
  expect(verifyLedger(svc.ctx)).toEqual({ postings: 1, entries: 2, problems: [] })
})

test('a change that moves nothing is not written', async () => {
  await using svc = await startServer()
  write(svc, {
    entries: [
      [buyers, 0],
      [platform, 0],
    ],
  })
  expect([rowsOf(svc, 'ledger_postings'), rowsOf(svc, 'ledger_accounts')]).toEqual([[], []])
})

test('the database refuses a posting that does not sum to zero, and nothing of it stays', async () => {
  await using svc = await startServer()
  const wrong: Posting['entries'][] = [
    [
      [buyers, -700],
      [platform, 699],
    ],
    [[buyers, 700]],
    [
      [buyers, -700],
      [platform, 1],
      [platform, 700],
    ],
  ]
  for (const entries of wrong) expect(() => write(svc, { entries })).toThrow('must sum to zero')
  for (const table of ['ledger_postings', 'ledger_entries', 'ledger_accounts']) expect(rowsOf(svc, table)).toEqual([])
})

test('the database refuses two currencies in one posting', async () => {
  await using svc = await startServer()
  write(svc)
  write(svc, { uniqueKey: 'TRANSFER tr_2', currency: 'eur' })
  const { $client: sql } = svc.ctx.db
  const mixed = sql.transaction(() => {
    sql.run("INSERT INTO ledger_entries VALUES ('p', 0, 'live:buyers:usd', -5), ('p', 1, 'live:platform:eur', 5)")
    sql.run("INSERT INTO ledger_postings VALUES ('p', 'k', 'SALE', 'o', 0)")
  })
  expect(() => mixed()).toThrow('one currency')
  expect(rowsOf(svc, 'ledger_postings')).toHaveLength(2)
})

test('the database refuses two modes in one posting', async () => {
  await using svc = await startServer()
  write(svc)
  const inTest = { ...svc.ctx, config: { ...svc.ctx.config, paymentMode: 'test' as const } }
  write({ ...svc, ctx: inTest }, { uniqueKey: 'SALE ch_2' })
  const { $client: sql } = svc.ctx.db
  const accounts = sql.query('SELECT id, mode FROM ledger_accounts ORDER BY id').values()
  expect(accounts).toEqual([
    ['live:buyers:usd', 'live'],
    ['live:platform:usd', 'live'],
    ['test:buyers:usd', 'test'],
    ['test:platform:usd', 'test'],
  ])
  const mixed = sql.transaction(() => {
    sql.run("INSERT INTO ledger_entries VALUES ('p', 0, 'live:buyers:usd', -5), ('p', 1, 'test:platform:usd', 5)")
    sql.run("INSERT INTO ledger_postings VALUES ('p', 'k', 'SALE', 'o', 0)")
  })
  expect(() => mixed()).toThrow('one mode')
  expect(rowsOf(svc, 'ledger_postings')).toHaveLength(2)
})

test('the database itself refuses a second posting of the same, for an order and for none', async () => {
  await using svc = await startServer()
  write(svc)
  const { $client: sql } = svc.ctx.db
  const add = (id: string, order: string) =>
    sql.transaction(() => {
      sql.run(
        `INSERT INTO ledger_entries VALUES ('${id}', 0, 'live:buyers:usd', -5), ('${id}', 1, 'live:platform:usd', 5)`,
      )
      sql.run(`INSERT INTO ledger_postings VALUES ('${id}', 'PAYOUT po_1', 'PAYOUT', ${order}, 0)`)
    })
  add('a', "'o'")()
  add('b', 'NULL')()
  for (const order of ["'o'", 'NULL']) expect(() => add('c', order)()).toThrow('UNIQUE')
  expect(rowsOf(svc, 'ledger_postings')).toHaveLength(3)
})

test('entries without a posting do not outlast their transaction', async () => {
  await using svc = await startServer()
  write(svc)
  const { $client: sql } = svc.ctx.db
  const loose = "INSERT INTO ledger_entries VALUES ('p', 0, 'live:buyers:usd', -5), ('p', 1, 'live:platform:usd', 5)"
  expect(() => sql.run(loose)).toThrow('FOREIGN KEY')
  expect(rowsOf(svc, 'ledger_entries')).toHaveLength(2)
})

test('nothing written is changed, taken away or added to', async () => {
  await using svc = await startServer()
  write(svc)
  const { $client: sql } = svc.ctx.db
  const tables = ['ledger_accounts', 'ledger_postings', 'ledger_entries']
  const before = tables.map((table) => rowsOf(svc, table))
  for (const statement of [
    'UPDATE ledger_entries SET amount_minor = amount_minor * 2',
    'DELETE FROM ledger_entries',
    "UPDATE ledger_postings SET kind = 'REFUND'",
    'DELETE FROM ledger_postings',
    "UPDATE ledger_accounts SET kind = 'ARTIST'",
    'DELETE FROM ledger_accounts',
  ]) {
    expect(() => sql.run(statement)).toThrow('append-only')
  }
  const more = "INSERT INTO ledger_entries SELECT id, 9, 'live:buyers:usd', 5 FROM ledger_postings"
  expect(() => sql.run(more)).toThrow('no further entries')
  expect(tables.map((table) => rowsOf(svc, table))).toEqual(before)
})

test('a ledger that was forced is found out, and the doctor says where', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  const ledgerOf = async () => (await runChecks(svc.ctx)).find(({ name }) => name === 'ledger')
  expect(await ledgerOf()).toEqual({ name: 'ledger', ok: true, note: '6 entries sum to zero' })
  const { $client: sql } = svc.ctx.db
  sql.run('DROP TRIGGER ledger_entries_no_update')
  sql.run("UPDATE ledger_entries SET amount_minor = 701 WHERE account_id LIKE 'test:owed:%' AND amount_minor = 700")
  const sale = sql.query("SELECT id FROM ledger_postings WHERE kind = 'SALE'").values()[0]?.[0]
  const found = await ledgerOf()
  expect(found?.ok).toBe(false)
  expect(found?.problem?.split('; ')).toEqual([
    `postings do not sum to zero: ${sale}`,
    'currencies do not sum to zero: usd',
    `paid orders have no sale or another amount in the ledger: ${orderId}`,
    `orders owe artists another amount than the ledger: ${orderId}`,
  ])
})

test('an order that is paid without a sale is found, and a sale without a paid order', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  const { $client: sql } = svc.ctx.db
  const sale = sql.query("SELECT id FROM ledger_postings WHERE kind = 'SALE'").values()[0]?.[0]
  sql.run("UPDATE orders SET state = 'CANCELED'")
  expect(verifyLedger(svc.ctx).problems).toEqual([`sales belong to no paid order: ${sale}`])
  sql.run("UPDATE orders SET state = 'PAID'")
  sql.run('DROP TRIGGER ledger_entries_no_delete')
  sql.run('DROP TRIGGER ledger_postings_no_delete')
  sql.run('DELETE FROM ledger_entries')
  sql.run('DELETE FROM ledger_postings')
  expect(verifyLedger(svc.ctx).problems).toEqual([
    `paid orders have no sale or another amount in the ledger: ${orderId}`,
  ])
})
