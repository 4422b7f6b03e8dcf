import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { makeOwner } from '../src/account/owner/make-owner.ts'
import { cookieOf, logIn, signUp } from './support/account/account.ts'
import { startServer } from './support/server.ts'
import { collect, openShop } from './support/shop/checkout.ts'

/** Tables that grow as long as a site lives; a row of `owed_parts` goes when it is settled. */
const growing = [
  'users',
  'artists',
  'cassets',
  'tracks',
  'assets',
  'sessions',
  'orders',
  'purchases',
  'tips',
  'receipts',
  'emojis',
  'emoji_purchases',
  'codes',
  'code_batches',
  'disputes',
  'seller_accounts',
  'seller_permissions',
  'ledger_accounts',
  'ledger_postings',
  'ledger_entries',
  'ledger_days',
  'ledger_balances',
  'tape_days',
  'collect_days',
  'activities',
  'webhook_events',
  'mails',
]

/**
 * Indexes of what is not done yet, one of the helpers, of whom a site has at most twenty, and one
 * that lists are read from in their order until they are full.
 */
const bounded =
  /(webhook_events_unprocessed|mails_unsent|mails_waiting|tracks_without_light|tracks_without_light_hook|disputes_undecided|users_who_help|disputes_by_time)$/

/**
 * Returns what a statement reads from end to end. Without statistics SQLite plans the same for any
 * size.
 */
function scansOf(db: Database, text: string): string[] {
  const details = db
    .query(`EXPLAIN QUERY PLAN ${text}`)
    .values()
    .map((row) => String(row[3]))
  return details.filter((detail) => growing.includes(/^SCAN (\w+)/.exec(detail)?.[1] ?? '') && !bounded.test(detail))
}

test('no page and no list reads a table that grows from end to end', async () => {
  using compiled = spyOn(Database.prototype, 'prepare')
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  await collect(svc, ada)
  const visits: [string, string?][] = [
    ['/'],
    ['/@nova'],
    ['/api/v1/artists/nova'],
    ['/api/v1/artists/nova/catalog'],
    ['/api/cassets/recent'],
    ['/api/cassets/search?q=first'],
    ['/search?q=first'],
    ['/search?q=dawn&type=tracks'],
    ['/search?q=nova&type=artists'],
    ['/api/casset/nova/media'],
    ['/library', ada.cookie],
    ['/receipts', ada.cookie],
    ['/account', ada.cookie],
    ['/api/purchases/mine', ada.cookie],
    ['/studio', ada.cookie],
    ...['', '/emoji', '/codes', '/payouts', '/tax', '/files', '/sales', '/sellers', '/statistics'].map(
      (room): [string, string] => [`/studio${room}`, nova.cookie],
    ),
    ...['', '/setup', '/health', '/emails', '/helpers', '/people'].map((page): [string, string] => [
      `/desk${page}`,
      nova.cookie,
    ]),
    ['/studio/sales', ada.cookie],
    ['/api/studio/statistics', nova.cookie],
    ['/api/studio/statistics.csv', nova.cookie],
    ['/api/studio/sales', nova.cookie],
    ['/api/studio/disputes', nova.cookie],
    ['/api/studio/disputes', ada.cookie],
    ['/api/studio/codes', nova.cookie],
    ['/api/admin/ledger.csv', nova.cookie],
    ['/api/admin/accounts?q=no', nova.cookie],
    ['/api/admin/sellers', nova.cookie],
    ['/api/admin/sellers?asking=yes', nova.cookie],
  ]
  for (const [path, cookie] of visits) {
    const { status } = await svc.call('GET', path, { cookie })
    expect([path, status]).toEqual([path, 200])
  }
  const seen = new Set(compiled.mock.calls.map(([text]) => text))
  // A list of nothing is asked for `where false`, and no row is looked at.
  const reads = [...seen].filter((text) => /^\s*(select|with)/i.test(text) && !/ where false$/.test(text))
  expect(reads.length).toBeGreaterThan(50)
  // Unlike that of the program, this connection asks for no parameters.
  using db = new Database(svc.ctx.db.$client.filename, { readonly: true })
  const scans = reads.flatMap((text) => scansOf(db, text).map((detail) => ({ detail, text })))
  expect(scans).toEqual([])
})

test('no sign-in and no daily sweep reads a table that grows from end to end', async () => {
  using compiled = spyOn(Database.prototype, 'prepare')
  await using svc = await startServer()
  await signUp(svc, 'nova')
  const cookie = cookieOf(await logIn(svc, 'nova@example.com'))
  await svc.call('POST', '/api/auth/logout', { cookie, body: {} })
  await svc.ctx.jobs.idle()
  const seen = [...new Set(compiled.mock.calls.map(([text]) => text))]
  // Once, at a start after the clock was set back.
  const atStart = /"early_at" is null or/
  const statements = seen.filter((text) => /^\s*(?:select|with|delete|update)\b/i.test(text) && !atStart.test(text))
  for (const part of ['delete from "sessions"', 'update "orders" set "buyer_email"'])
    expect(statements.filter((text) => text.startsWith(part))).not.toEqual([])
  using db = new Database(svc.ctx.db.$client.filename, { readonly: true })
  expect(statements.flatMap((text) => scansOf(db, text).map((detail) => ({ detail, text })))).toEqual([])
})
