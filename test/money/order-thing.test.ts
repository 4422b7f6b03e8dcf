import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { migrate, migrations } from '../../db/migrations/run.ts'
import { closeDb, openDb } from '../../db/open.ts'
import { rowsOf } from '../support/account/account.ts'
import { openShop } from '../support/money/checkout.ts'
import { addEmoji } from '../support/money/emoji.ts'
import { addSale } from '../support/money/sale.ts'
import { temporaryFolder } from '../support/process.ts'

const addDrop = `INSERT INTO campaigns (id, artist_id, casset_id, hook_id, mode, state, title, brief, terms, ends_at, split,
    min_account_age_days, created_at)
  VALUES ('d', 'a', 'c', 'h', 'live', 'DRAFT', 'Drop', '', '', 1, '[100]', 0, 0)`

test('orders from before keep what they are for, who holds it, their sums, and that an account orders each thing once at a time', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  const { $client: sql } = db
  migrate(
    sql,
    1,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name.endsWith('_order_thing')),
    ),
  )
  sql.run(`INSERT INTO users (id, email, created_at) VALUES ('u', 'u@example.com', 0)`)
  sql.run(`INSERT INTO artists (id, user_id, handle, display_name, created_at) VALUES ('a', 'u', 'a', 'A', 0)`)
  sql.run(`INSERT INTO cassets (id, artist_id, name, price_minor, currency, created_at, theme_tokens)
    VALUES ('c', 'a', 'C', 700, 'usd', 0, '{}')`)
  sql.run(`INSERT INTO emojis (id, casset_id, shortcode, sha256, content_type, bytes, price_minor, created_at)
    VALUES ('e', 'c', 'wave', '${'0'.repeat(64)}', 'image/png', 1, 200, 0)`)
  sql.run('PRAGMA foreign_keys = OFF')
  sql.run(addDrop)
  const columns = 'id, user_id, agent_key, casset_id, kind, emoji_id, campaign_id, quote_id, subject, mode, state'
  for (const row of [
    `'1', 'u', NULL, 'c', 'casset', NULL, NULL, NULL, NULL, 'live', 'PAID'`,
    `'2', 'u', NULL, 'c', 'emoji', 'e', NULL, NULL, NULL, 'live', 'PAID'`,
    `'3', 'u', NULL, 'c', 'prize', NULL, 'd', NULL, NULL, 'live', 'PAID'`,
    `'4', NULL, 'bot', 'c', 'license', NULL, NULL, 'q', 'C: remix', 'live', 'OPEN'`,
    `'5', 'u', NULL, 'c', 'emoji', 'e', NULL, NULL, NULL, 'live', 'OPEN'`,
  ]) {
    sql.run(
      `INSERT INTO orders (${columns}, amount_minor, price_minor, currency, created_at) VALUES (${row}, 700, 700, 'usd', 0)`,
    )
  }
  migrate(sql, 2)
  expect(sql.query('SELECT id, thing_id, subject, is_sale, holder_id FROM orders ORDER BY id').values()).toEqual([
    ['1', null, null, 1, 'u'],
    ['2', 'e', 'wave', 1, 'u'],
    ['3', 'd', null, 0, 'u'],
    ['4', 'q', 'C: remix', 1, null],
    ['5', 'e', 'wave', 1, 'u'],
  ])
  const copy = (id: string) => {
    const same =
      'user_id, agent_key, casset_id, kind, thing_id, mode, state, amount_minor, price_minor, currency, created_at'
    sql.run(`INSERT INTO orders (id, ${same}) SELECT id || '+', ${same} FROM orders WHERE id = ?`, [id])
  }
  for (const id of ['4', '5']) expect(() => copy(id)).toThrow('UNIQUE')
  const sold = () => sql.query('SELECT amount_minor FROM sold_sums').values()
  expect(sold()).toEqual([[1_400]])
  copy('1')
  sql.run("UPDATE orders SET state = 'PAID' WHERE id = '5'")
  expect(sold()).toEqual([[2_800]])
  closeDb(db)
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
