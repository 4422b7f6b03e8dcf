import { expect, test } from 'bun:test'
import { changeUser } from '../../src/account/change-user.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { eraseGuest } from '../../src/operate/guest/read-guest.ts'
import { personal } from '../../src/rooms.ts'
import { forgetOldGuests } from '../../src/shop/guest/forget-old-guests.ts'
import { rowsOf } from '../support/account/account.ts'
import { querySteps } from '../support/query-steps.ts'
import { startServer } from '../support/server.ts'
import { openShop } from '../support/shop/checkout.ts'
import { give } from '../support/shop/gift.ts'
import { collectAsGuest } from '../support/shop/guest.ts'

/** Tables with an address that no room tells of by it, and why. */
const others = new Set([
  ...['account_search', 'former_addresses', 'identities', 'mailed_tokens', 'pending_identities', 'users'],
  // The owner sees and revokes them under Invitations, and they end within a week.
  'invitations',
])

test('every table with an address tells what it keeps of one without an account, and forgets it', async () => {
  await using svc = await startServer()
  const lists = personal.flatMap(({ ofAddress }) => Object.values(ofAddress?.lists ?? {}))
  const read = new Set(lists.flatMap((sql) => [...sql.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, name]) => name)))
  const tables = svc.ctx.db.$client
    .query<{ name: string }, []>(
      `SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'
       AND (c.name LIKE '%email' OR c.name = 'recipient')`,
    )
    .all()
  expect(tables.map(({ name }) => name).filter((name) => !read.has(name) && !others.has(name))).toEqual([])
  // A hundred thousand orders are not read for one guest.
  const scans = querySteps(svc, lists).filter((step) => /^SCAN (?:o|orders|g|gifts)\b/.test(step))
  expect(scans).toEqual([])
})

const eve = 'eve@example.com'

test('the desk finds a guest by address, gives all of it out, and erases it; books and links stay', async () => {
  const { svc, ada, nova, draft } = await openShop()
  await using _ = svc
  makeOwner(svc.ctx, 'draft@example.com')
  const bought = await collectAsGuest(svc, { email: eve })
  await collectAsGuest(svc, { email: 'mallory@example.com' })
  await give(svc, ada, { email: eve })
  const company = { name: 'Eve Ltd', address: 'Way 1', vatId: null, secret: bought.secret }
  expect((await svc.call('PUT', `/api/orders/${bought.orderId}/buyer`, { body: company })).status).toBe(200)
  const ask = (cookie: string, verb: string, body: object) =>
    svc.call('POST', `/api/desk/guests/${verb}`, { cookie, body })
  expect((await ask(nova.cookie, 'read', { email: eve })).status).toBe(403)
  expect((await ask(draft.cookie, 'read', { email: 'eve' })).json).toMatchObject({ code: 'VALIDATION', field: 'email' })
  const before = await ask(draft.cookie, 'read', { email: 'Eve@example.com' })
  expect(Object.keys(Object(Object(before.json).guest).lists).toSorted()).toEqual([
    'emails',
    'gifts-received',
    'purchases',
  ])
  expect(JSON.stringify(before.json)).not.toContain('mallory')
  expect(JSON.stringify(before.json)).toContain('Eve Ltd')
  const receipts = rowsOf(svc, 'receipts')
  const reason = 'They asked by email.'
  expect((await ask(draft.cookie, 'erase', { email: eve, reason: ' ' })).json).toMatchObject({ field: 'reason' })
  for (let turn = 0; turn < 2; turn += 1)
    expect((await ask(draft.cookie, 'erase', { email: eve, reason })).status).toBe(204)
  expect((await ask(draft.cookie, 'read', { email: eve })).json).toEqual({ guest: { email: eve, lists: {} } })
  for (const table of ['orders', 'gifts', 'mails', 'desk_done'])
    expect([table, JSON.stringify(rowsOf(svc, table)).includes(eve)]).toEqual([table, false])
  expect(rowsOf(svc, 'receipt_buyers')).toEqual([])
  expect(rowsOf(svc, 'receipts')).toEqual(receipts)
  expect((await svc.fetch(`/collected/${bought.secret}`)).status).toBe(200)
  expect(rowsOf(svc, 'orders').filter((row) => Object(row).buyer_email === 'mallory@example.com')).toHaveLength(1)
})

test('an address with very many orders is erased in turns', async () => {
  const { svc } = await openShop()
  await using _ = svc
  const { orderId } = await collectAsGuest(svc, { email: eve })
  const { $client: sql } = svc.ctx.db
  const columns = sql.query<{ name: string }, []>("SELECT name FROM pragma_table_info('orders')").all()
  const others = columns
    .map(({ name }) => name)
    .filter((name) => !['id', 'payment_intent_id', 'charge_id'].includes(name))
  for (let n = 0; n < 250; n += 1)
    sql.run(`INSERT INTO orders (id, ${others}) SELECT ?, ${others} FROM orders WHERE id = ?`, [
      svc.ctx.uuid(),
      orderId,
    ])
  const left = () => rowsOf(svc, 'orders').filter((row) => Object(row).buyer_email === eve).length
  const turn: typeof svc.ctx.jointly = (work) => {
    const before = left()
    return svc.ctx.jointly(work).finally(() => expect(before - left()).toBeLessThanOrEqual(100))
  }
  expect(left()).toBe(251)
  await eraseGuest({ ...svc.ctx, jointly: turn }, eve, () => undefined)
  expect(left()).toBe(0)
})

test('no half of an account is erased by its address, and a stranger who signed up with one keeps nothing of it', async () => {
  const { svc, ada, draft } = await openShop()
  await using _ = svc
  makeOwner(svc.ctx, 'draft@example.com')
  const email = 'ada@example.com'
  const erase = () =>
    svc.call('POST', '/api/desk/guests/erase', { cookie: draft.cookie, body: { email, reason: 'Asked.' } })
  await collectAsGuest(svc, { email })
  changeUser(svc.ctx, ada.userId, { emailVerifiedAt: svc.ctx.now() })
  const mails = rowsOf(svc, 'mails')
  expect((await erase()).json).toMatchObject({ code: 'BAD_STATE' })
  expect([rowsOf(svc, 'mails'), JSON.stringify(rowsOf(svc, 'orders')).includes(email)]).toEqual([mails, true])
  changeUser(svc.ctx, ada.userId, { emailVerifiedAt: null })
  expect((await erase()).status).toBe(204)
  expect(JSON.stringify([rowsOf(svc, 'mails'), rowsOf(svc, 'orders')]).includes(email)).toBe(false)
})

test('addresses of guests end after the years that the owner set, and never where none are', async () => {
  const { svc } = await openShop({ env: { GUEST_YEARS: '2' } })
  await using _ = svc
  await collectAsGuest(svc, { email: eve })
  const addresses = () => rowsOf(svc, 'orders').map((row) => Object(row).buyer_email)
  svc.tick(365 * 86_400_000)
  await collectAsGuest(svc, { email: 'mallory@example.com' })
  await forgetOldGuests(svc.ctx)
  expect(addresses()).toEqual([eve, 'mallory@example.com'])
  svc.tick(366 * 86_400_000)
  await forgetOldGuests({ ...svc.ctx, config: { ...svc.ctx.config, guestYears: 0 } })
  expect(addresses()).toEqual([eve, 'mallory@example.com'])
  await forgetOldGuests(svc.ctx)
  expect(addresses()).toEqual(['', 'mallory@example.com'])
})
