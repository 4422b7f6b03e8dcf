import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { addSale } from '../support/earnings/sale.ts'
import { openShop } from '../support/shop/checkout.ts'
import { addEmoji } from '../support/shop/emoji.ts'

const addDrop = `INSERT INTO campaigns (id, artist_id, casset_id, hook_id, mode, state, title, brief, terms, ends_at, split,
    min_account_age_days, created_at)
  VALUES ('d', 'a', 'c', 'h', 'live', 'DRAFT', 'Drop', '', '', 1, '[100]', 0, 0)`

type Ordered = { user?: string | null; agent?: string | null; kind?: string; thing?: string; isSale?: number }

test('an account, and an agent, has each thing in one open order at a time, and what was no sale is in no sum of sales', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  const { $client: sql } = svc.ctx.db
  const same =
    'user_id, agent_key, casset_id, kind, thing_id, is_sale, mode, amount_minor, price_minor, currency, created_at'
  const order = (id: string, { user = null, agent = null, kind = 'emoji', thing = 'e', isSale = 1 }: Ordered) =>
    sql.run(`INSERT INTO orders (id, ${same}) VALUES (?, ?, ?, ?, ?, ?, ?, 'live', 700, 700, 'usd', 0)`, [
      id,
      user,
      agent,
      nova.cassetId,
      kind,
      thing,
      isSale,
    ])
  const copy = (id: string) =>
    sql.run(`INSERT INTO orders (id, ${same}) SELECT id || '+', ${same} FROM orders WHERE id = ?`, [id])
  order('a', { user: ada.userId })
  order('b', { user: ada.userId, thing: 'f' })
  order('c', { agent: 'bot', kind: 'license', thing: 'q' })
  for (const id of ['a', 'c']) expect(() => copy(id)).toThrow('UNIQUE')
  sql.run("UPDATE orders SET state = 'PAID'")
  for (const id of ['a', 'c']) expect(() => copy(id)).not.toThrow()
  order('d', { user: ada.userId, kind: 'prize', isSale: 0 })
  sql.run("UPDATE orders SET state = 'PAID' WHERE id = 'd'")
  expect(sql.query('SELECT amount_minor FROM sold_sums').values()).toEqual([[2_100]])
})

test('an emoji and a drop that somebody ordered cannot be deleted', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const { $client: sql } = svc.ctx.db
  const { id } = await addEmoji(svc, nova)
  const { id: free } = await addEmoji(svc, nova, 'hill')
  addSale(svc, ada, nova, { kind: 'emoji', thingId: id, subject: 'wave' })
  expect(() => sql.run('DELETE FROM emojis WHERE id = ?', [id])).toThrow('an order is for this emoji')
  sql.run('DELETE FROM emojis WHERE id = ?', [free])
  expect(rowsOf(svc, 'emojis')).toMatchObject([{ id }])
  sql.run('PRAGMA foreign_keys = OFF')
  sql.run(addDrop)
  addSale(svc, ada, nova, { kind: 'prize', thingId: 'd', isSale: false })
  expect(() => sql.run('DELETE FROM campaigns')).toThrow('an order is for this drop')
})
