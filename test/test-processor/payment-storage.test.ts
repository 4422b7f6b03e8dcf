import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createObjectTable, createTables } from '../../src/test-processor/store/object-table.ts'
import { createStores } from '../../src/test-processor/store/store.ts'
import { pay, rejection, startPayments } from '../support/test-processor/stripe.ts'

function open() {
  const db = new Database(':memory:', { strict: true })
  createTables(db)
  const table = createObjectTable(db, false)
  return { db, table, stores: createStores(table) }
}

test('a start reads what is open, and the past only when it is asked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-test-processor-'))
  const file = join(folder, 'test-processor.db')
  {
    await using payments = startPayments({ file })
    const { id } = await pay(payments)
    await payments.stripe.refunds.create({ payment_intent: id, amount: 100 })
  }
  const db = new Database(file)
  const isPast = "type NOT IN ('webhook_endpoint', 'scheduled_task', 'delivery', 'payment_method_domain')"
  // A start that read these would stumble over them.
  db.run(`UPDATE objects SET json = 'x' || json WHERE ${isPast} AND type NOT IN ('funds', 'pending_funds')`)
  db.close()
  await using after = startPayments({ file, seed: 2 })
  expect((await pay(after)).status).toBe('succeeded')
  expect(await after.stripe.balance.retrieve()).toMatchObject({
    available: [{ amount: -100 }],
    pending: [{ amount: 2 * 941 }],
  })
  rmSync(folder, { recursive: true })
})

test('a list is paged in both directions, and shows what the same request has changed', async () => {
  await using payments = startPayments()
  const { stripe } = payments
  const ids: string[] = []
  for (let n = 0; n < 45; n += 1) ids.unshift((await stripe.customers.create({ name: String(n) })).id)
  const all = await stripe.customers.list({ limit: 7 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(ids)
  const page = await stripe.customers.list({ limit: 10, ending_before: ids[20] ?? '' })
  expect([page.data.map(({ id }) => id), page.has_more]).toEqual([ids.slice(10, 20), true])
  const first = await stripe.customers.list({ limit: 100, ending_before: ids[3] ?? '' })
  expect([first.data.length, first.has_more]).toEqual([3, false])
  const { id } = await pay(payments)
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 1, expand: ['charge.refunds'] })
  expect(refund.charge).toMatchObject({ refunds: { data: [{ id: refund.id }] } })
})

test('a search finds customers by metadata as they were a minute ago, and nothing in India', async () => {
  await using payments = startPayments()
  const { stripe, tick } = payments
  const search = (query: string, page?: string) =>
    stripe.customers.search({ query, limit: 2, ...(page === undefined ? {} : { page }) })
  const ofAda = "metadata['userId']:'Ada'"
  const made: string[] = []
  for (const userId of ['Ada', 'ada', 'Ada', 'ben'])
    made.push((await stripe.customers.create({ metadata: { userId } })).id)
  await tick(59_000)
  expect(await search(ofAda)).toMatchObject({ object: 'search_result', url: '/v1/customers/search', data: [] })
  await tick(1_000)
  const first = await search(ofAda)
  expect([first.data.map(({ id }) => made.indexOf(id)), first.has_more]).toEqual([[2, 1], true])
  const second = await search(ofAda, first.next_page ?? '')
  expect([second.data.map(({ id }) => made.indexOf(id)), second.has_more, second.next_page]).toEqual([[0], false, null])
  await stripe.customers.del(made[0] ?? '')
  const found = async () => (await search(ofAda).autoPagingToArray({ limit: 10 })).map(({ id }) => id).toSorted()
  await tick(59_000)
  expect(await found()).toEqual(made.slice(0, 3).toSorted())
  await tick(2_000)
  expect(await found()).toEqual(made.slice(1, 3).toSorted())
  expect((await search("metadata['constructor']:'x'")).data).toEqual([])
  for (const query of ['', 'Ada', "name:'Ada'", "metadata['a':'b'", `${ofAda} AND ${ofAda}`]) {
    expect(await rejection(search(query))).toMatchObject({ statusCode: 400, param: 'query' })
  }
  await payments.test.restrict({ withoutSearch: true })
  expect(await rejection(search(ofAda))).toMatchObject({
    statusCode: 400,
    type: 'StripeInvalidRequestError',
    message: 'The search feature is temporarily unavailable in your region.',
  })
})

test('a row is found by a field as long as it has that value', async () => {
  await using payments = startPayments()
  const { stripe } = payments
  const [one, two] = [await stripe.customers.create({}), await stripe.customers.create({})]
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: one.id })
  await stripe.paymentMethods.detach(method.id)
  await stripe.paymentMethods.attach(method.id, { customer: two.id })
  const of = async (customer: string) => (await stripe.paymentMethods.list({ customer })).data.map(({ id }) => id)
  expect([await of(one.id), await of(two.id)]).toEqual([[], [method.id]])
})

test('requests that a full disk refused are kept, seen and written when there is room again', () => {
  const { db, table, stores } = open()
  const customers = stores.of('acct_1').idempotency
  const row = (id: string, status: number) => ({ id, requestHash: '', createdMs: 0, status, body: 'x'.repeat(9_000) })
  customers.put(row('a', 1))
  table.commit()
  db.run('PRAGMA max_page_count = 1')
  customers.put(row('a', 2))
  customers.put(row('b', 1))
  expect(() => table.commit()).toThrow('full')
  expect([customers.get('a')?.status, customers.get('b')?.status]).toEqual([2, 1])
  db.run('PRAGMA max_page_count = 10000')
  table.commit()
  expect([...customers.rows()].map(({ id, status }) => [id, status])).toEqual([
    ['b', 1],
    ['a', 2],
  ])
  db.close()
})

test('the test processor ends in order also on a full disk, and no other fault is passed over', () => {
  const { db, table, stores } = open()
  const { idempotency } = stores.of('acct_1')
  const row = { id: 'a', requestHash: '', createdMs: 0, status: 1, body: 'x'.repeat(9_000) }
  idempotency.put(row)
  db.run('PRAGMA max_page_count = 1')
  table.end()
  expect(db.query('SELECT id FROM objects').all()).toEqual([])
  db.run('ALTER TABLE objects RENAME TO gone')
  expect(() => table.end()).toThrow('objects')
  db.close()
})

test('a deleted, replaced or trimmed object is no longer listed', () => {
  const { db, table, stores } = open()
  const keys = stores.of('acct_1').idempotency
  const ids = () => [...keys.rows({ order: 'oldest' })].map(({ id }) => id)
  for (let n = 0; n < 1_002; n += 1) {
    keys.put({ id: String(n), requestHash: '', createdMs: n, status: 200, body: '' })
    keys.trim(600)
  }
  expect([ids().length, ids()[0]]).toEqual([601, '401'])
  table.commit()
  keys.delete('401')
  keys.delete('500')
  keys.put({ id: '500', requestHash: '', createdMs: 0, status: 200, body: 'again' })
  expect([ids()[0], keys.get('500')?.body, keys.get('401')]).toEqual(['402', 'again', undefined])
  table.commit()
  expect(stores.ownerOf('idempotency', '500')).toBe('acct_1')
  db.close()
})
