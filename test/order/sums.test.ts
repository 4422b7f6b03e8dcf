import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { verifySums } from '../../src/operate/doctor/check/sums.ts'
import { runChecks } from '../../src/operate/doctor/run-checks.ts'
import { checks } from '../../src/rooms.ts'
import { accountOf, buyers, moveAt, paidOrder, platform } from '../support/books/ledger-at.ts'
import { figures } from '../support/earnings/statistics.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { collect, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { cast, type Person, world } from '../support/world.ts'

const looks = checks.filter(({ name }) => name === 'sums')
const looked = async ({ ctx }: TestServer, fix = false) => (await runChecks(ctx, { looks, fix }))[0]

/**
 * The sums that the database keeps, and the same added up without them. A zero is in neither.
 */
const sums = {
  days: [
    'SELECT account_id, day, heading, amount_minor FROM ledger_days WHERE amount_minor <> 0 ORDER BY 1, 2, 3',
    `SELECT account_id, p.created_at / 86400000 AS day, iif(p.kind = 'SALE', coalesce(o.kind, 'casset'), p.kind) AS heading,
      sum(e.amount_minor) AS total
      FROM ledger_entries e JOIN ledger_postings p ON p.id = posting_id LEFT JOIN orders o ON o.id = order_id
      GROUP BY account_id, day, heading HAVING total <> 0 ORDER BY 1, 2, 3`,
  ],
  tapes: [
    'SELECT account_id, casset_id, day, heading, amount_minor FROM tape_days WHERE amount_minor <> 0 ORDER BY 1, 2, 3, 4',
    `SELECT account_id, casset_id, p.created_at / 86400000 AS day, iif(p.kind = 'SALE', o.kind, p.kind) AS heading,
      sum(e.amount_minor) AS total
      FROM ledger_entries e JOIN ledger_postings p ON p.id = posting_id JOIN orders o ON o.id = order_id
      WHERE o.kind <> 'tip' AND (account_id GLOB '*:artist:*' OR account_id GLOB '*:owed:*') AND p.kind NOT GLOB 'TRANSFER*'
      GROUP BY account_id, casset_id, day, heading HAVING total <> 0 ORDER BY 1, 2, 3, 4`,
  ],
  balances: [
    'SELECT account_id, amount_minor FROM ledger_balances WHERE amount_minor <> 0 ORDER BY 1',
    'SELECT account_id, sum(amount_minor) AS total FROM ledger_entries GROUP BY account_id HAVING total <> 0 ORDER BY 1',
  ],
  collects: [
    'SELECT casset_id, mode, day, collects, amount_minor FROM collect_days WHERE collects <> 0 ORDER BY 1, 2, 3',
    `SELECT p.casset_id, p.mode, purchased_at / 86400000 AS day, count(*), sum(o.amount_minor)
      FROM purchases p JOIN orders o ON o.id = order_id WHERE ended_at IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  ],
  sold: [
    'SELECT * FROM sold_sums WHERE amount_minor <> 0 ORDER BY 1, 2, 3',
    `SELECT casset_id, mode, currency, sum(amount_minor) AS total FROM orders WHERE state = 'PAID'
      GROUP BY 1, 2, 3 HAVING total <> 0 ORDER BY 1, 2, 3`,
  ],
  holders: [
    'SELECT * FROM emoji_holders WHERE holders <> 0 ORDER BY 1, 2',
    'SELECT emoji_id, mode, count(*) FROM emoji_purchases WHERE ended_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2',
  ],
  codes: [
    'SELECT id, codes, redeemed FROM code_batches ORDER BY 1',
    'SELECT batch_id, count(*), count(order_id) FROM codes GROUP BY 1 ORDER BY 1',
  ],
}

function sumsOf(sql: Database) {
  const rows = Object.entries(sums).map(([name, [kept = '', counted = '']]) => {
    expect([name, sql.query(kept).values()]).toEqual([name, sql.query(counted).values()])
    return [name, sql.query(kept).values()] as const
  })
  return Object.fromEntries(rows)
}

/** Puts an emoji of somebody into the database, and who bought it. */
function sellEmoji({ ctx }: TestServer, seller: Person, buyersOfIt: readonly Person[]): void {
  const { $client: sql } = ctx.db
  const emoji = ctx.uuid()
  sql.run(
    `INSERT INTO emojis (id, casset_id, shortcode, sha256, content_type, bytes, price_minor, created_at)
      VALUES (?, ?, 'tape', 'x', 'image/png', 1, 100, 0)`,
    [emoji, seller.cassetId],
  )
  for (const buyer of buyersOfIt) {
    const order = paidOrder({ ctx }, buyer, seller, 'tip')
    sql.run("INSERT INTO emoji_purchases VALUES (?, ?, ?, ?, ?, 'PAID', 5, NULL)", [
      ctx.uuid(),
      buyer.userId,
      emoji,
      order,
      ctx.config.paymentMode,
    ])
  }
}

test('sales, refunds and gifts are summed in the transaction that moves them', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  const { $client: sql } = svc.ctx.db
  const [bo, eve] = [cast(svc.ctx, 'bob'), cast(svc.ctx, 'eve')]
  await collect(svc, ada)
  svc.tick(2 * 86_400_000)
  const { paymentIntentId } = await collect(svc, bo)
  const batch = await svc.call('POST', '/api/studio/codes', {
    cookie: nova.cookie,
    body: { cassetId: nova.cassetId, label: 'For friends', count: 3 },
  })
  const code = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec(batch.text)?.[0]
  expect((await svc.call('POST', '/api/codes/redeem', { cookie: eve.cookie, body: { code } })).status).toBe(200)
  sellEmoji(svc, nova, [ada, bo])
  const sold = sumsOf(sql)
  expect(sold.collects?.map((row) => row.slice(-2))).toEqual([
    [1, 0],
    [1, 700],
    [1, 700],
  ])
  expect([sold.codes?.map((row) => row.slice(1)), sold.holders?.map((row) => row.slice(1))]).toEqual([
    [[3, 1]],
    [['test', 2]],
  ])
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  sql.run('UPDATE emoji_purchases SET ended_at = 9 WHERE user_id = ?', [bo.userId])
  const left = sumsOf(sql)
  expect([left.collects?.length, left.holders?.map((row) => row.slice(1))]).toEqual([2, [['test', 1]]])
  expect((await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })).json).toMatchObject({
    casset: { sales: { count: 2, amount: { amount: 700, currency: 'usd' } } },
  })
  expect(await looked(svc)).toEqual({ name: 'sums', ok: true })
})

test('sums that were changed or lost are named by the doctor, and its fix adds them up again', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  await collect(svc, ada)
  await svc.call('POST', '/api/studio/codes', {
    cookie: nova.cookie,
    body: { cassetId: nova.cassetId, label: 'For friends', count: 2 },
  })
  const { $client: sql } = svc.ctx.db
  const before = sumsOf(sql)
  const account = `test:owed:${nova.artistId}:usd`
  const today = new Date(svc.ctx.now()).toISOString().slice(0, 10)
  sql.run("UPDATE ledger_days SET amount_minor = 1 WHERE account_id = ? AND heading = 'casset'", [account])
  sql.run('UPDATE ledger_balances SET amount_minor = 5 WHERE account_id = ?', [account])
  sql.run('UPDATE collect_days SET collects = 7')
  sql.run('UPDATE sold_sums SET amount_minor = 7')
  sql.run('UPDATE code_batches SET redeemed = 7')
  const [batch] = sql.query('SELECT id FROM code_batches').values().flat()
  const changed = [
    `${nova.cassetId} on ${today} (test)`,
    String(batch),
    `${account} on ${today}`,
    account,
    `${nova.cassetId} (test)`,
  ]
  expect(verifySums(svc.ctx).toSorted()).toEqual(changed.toSorted())
  const found = await looked(svc)
  expect(found?.problem).toMatch(new RegExp(`^these sums are not what they sum: .*${nova.cassetId} on `))
  expect(await looked(svc, true)).toEqual({ name: 'sums', ok: true, note: 'fixed' })
  expect(sumsOf(sql)).toEqual(before)
  for (const table of ['ledger_days', 'ledger_balances', 'collect_days', 'sold_sums', 'emoji_holders'])
    sql.run(`DELETE FROM ${table}`)
  sql.run("INSERT INTO ledger_days VALUES ('live:nobody:usd', 20000, 'casset', 5)")
  expect((await looked(svc))?.problem).toEndWith(' more')
  expect(await looked(svc, true)).toMatchObject({ ok: true, note: 'fixed' })
  expect(sumsOf(sql)).toEqual(before)
})

test('a sale that is undone in its transaction leaves nothing in the sums', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const sale = { at: '2026-01-05T10:00:00Z', kind: 'SALE', from: buyers, to: accountOf(nova), amount: 700 } as const
  moveAt(svc, [sale])
  const before = sumsOf(svc.ctx.db.$client)
  expect(() =>
    svc.ctx.db.transaction(() => {
      moveAt(svc, [sale])
      throw new Error('undone')
    }),
  ).toThrow('undone')
  expect(sumsOf(svc.ctx.db.$client)).toEqual(before)
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
