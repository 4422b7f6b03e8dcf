import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { listContents } from '../../src/earnings/payout/list-contents.ts'
import { requireProcessor } from '../../src/platform/payment/ask-processor.ts'
import { rowsOf } from '../support/account/account.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import type { TestServer } from '../support/server.ts'
import { collect, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import type { Person } from '../support/world.ts'

const dayMs = 86_400_000
const env = { PLATFORM_FEE_PERCENT: '10' }

/** Each line of the CSV file as "KIND order payout". */
async function linesOf(svc: TestServer, { cookie }: Person, path = '/api/studio/statistics.csv'): Promise<string[]> {
  const { text } = await svc.call('GET', path, { cookie })
  const table = text.replaceAll('"', '').trim().split('\r\n')
  const [names = [], ...rows] = table.map((line) => line.split(','))
  return rows.map((row) => ['kind', 'order', 'payout'].map((name) => row[names.indexOf(name)]).join(' ')).toSorted()
}

/** Pays out what is available, and lets it arrive. */
async function payOut(svc: TestServer, account?: string): Promise<string> {
  svc.tick(3 * dayMs)
  const id = await shopOf(svc).test.payOut('usd', account)
  for (const _ of [1, 2]) {
    svc.tick(dayMs)
    await settled(svc)
  }
  return id
}

const refund = (svc: TestServer, { cookie }: Person, orderId: string, body: Record<string, unknown> = {}) =>
  svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie, body })

const unread = (svc: TestServer, fix = false) =>
  doctorOf(svc.dataDir, { PAYMENTS: 'test', ...env }, 'reconciling', { fix })

test('a sale of the instance’s owner names the payout of the platform that contained it, its refund that of the next', async () => {
  const { svc, nova, ada, hidden } = await openShop({ env, clock: 'stands' })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  const { orderId } = await collect(svc, ada)
  const one = await payOut(svc)
  const later = await collect(svc, hidden, undefined, { slug: 'nova', amount: 2_000 })
  await refund(svc, nova, orderId, { amount: 100, refundedAmount: 0 })
  const two = await payOut(svc)
  await refund(svc, nova, orderId, { amount: 100, refundedAmount: 100 })
  expect(await linesOf(svc, nova)).toEqual(
    [
      `PAYOUT  ${one}`,
      `PAYOUT  ${two}`,
      `PROCESSOR_FEE ${orderId} ${one}`,
      `PROCESSOR_FEE ${later.orderId} ${two}`,
      `REFUND ${orderId} `,
      `REFUND ${orderId} ${two}`,
      `SALE ${orderId} ${one}`,
      `SALE ${later.orderId} ${two}`,
    ].toSorted(),
  )
})

test('of a guest artist every line says the payout of their own account to which a transfer brought it', async () => {
  const { svc, nova, ada, draft } = await openShop({ env, clock: 'stands' })
  await using _ = svc
  makeOwner(svc.ctx, 'draft@example.com')
  const { orderId } = await collect(svc, ada)
  const account = String(Reflect.get(Object(rowsOf(svc, 'seller_accounts')[0]), 'account_id'))
  const one = await payOut(svc, account)
  const platforms = await payOut(svc)
  const kinds = ['PLATFORM_FEE', 'PROCESSOR_FEE', 'SALE', 'TRANSFER']
  expect(await linesOf(svc, nova)).toEqual([`PAYOUT  ${one}`, ...kinds.map((kind) => `${kind} ${orderId} ${one}`)])
  const everybodys = await linesOf(svc, draft, '/api/admin/ledger.csv')
  expect(everybodys).toEqual(
    [
      `PAYOUT  ${one}`,
      `PAYOUT  ${platforms}`,
      `PLATFORM_FEE ${orderId} ${platforms}`,
      ...kinds.map((kind) => `${kind} ${orderId} ${one}`),
    ].toSorted(),
  )
})

test('payouts that events missed are found by the doctor, in pages and once; a payout by hand contains nothing that anybody knows', async () => {
  const { svc, nova, ada, hidden } = await openShop({ env, clock: 'stands' })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  const { paymentIntentId: payment_intent } = await collect(svc, ada)
  await collect(svc, hidden)
  svc.ctx.db.$client.run("UPDATE webhook_endpoints SET secret = 'whsec_lost'")
  const { stripe } = shopOf(svc)
  for (let nth = 0; nth < 105; nth += 1) await stripe.refunds.create({ payment_intent, amount: 1 })
  svc.tick(3 * dayMs)
  await stripe.payouts.create({ amount: 300, currency: 'usd' })
  const id = await payOut(svc)
  expect(rowsOf(svc, 'listed_payouts')).toEqual([])
  expect((await unread(svc))?.ok).toBe(false)
  await unread(svc, true)
  expect((await unread(svc))?.ok).toBe(true)
  expect(rowsOf(svc, 'listed_payouts')).toMatchObject([{ id }])
  const known = rowsOf(svc, 'paid_out')
  expect(known).toHaveLength(4 + 105)
  expect((await linesOf(svc, nova)).filter((line) => line.endsWith(id))).toHaveLength(4 + 105 + 1)
  // The job that the doctor queued would list it again.
  await settled(svc)
  svc.ctx.db.$client.run('DELETE FROM listed_payouts')
  expect((await unread(svc))?.problem).toContain(`what the payout ${id} of `)
  await unread(svc, true)
  expect([rowsOf(svc, 'paid_out'), rowsOf(svc, 'listed_payouts').length]).toEqual([known, 1])
})

test('a fee that the processor told later than its payment belongs to the payout of the payment', async () => {
  const testProcessor = { captureMs: 1_800_000, capturesLate: true }
  const { svc, nova, ada } = await openShop({ env, testProcessor, clock: 'stands' })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  const { orderId } = await collect(svc, ada)
  svc.ctx.db.$client.run("UPDATE webhook_endpoints SET secret = 'whsec_lost'")
  svc.tick(3_600_000)
  await settled(svc)
  const id = await payOut(svc)
  expect(await linesOf(svc, nova)).toEqual([`SALE ${orderId} `])
  await listContents(svc.ctx, shopOf(svc), { accountId: null, id })
  expect(await linesOf(svc, nova)).toEqual([`PROCESSOR_FEE ${orderId} ${id}`, `SALE ${orderId} ${id}`])
})

test('money that an account made of a transfer is no part of the payout that contains its reversal', async () => {
  const { svc, nova, ada, hidden } = await openShop({
    env: { ...env, TEST_SETTLEMENT_CURRENCY: 'eur' },
    clock: 'stands',
  })
  await using _ = svc
  makeOwner(svc.ctx, 'draft@example.com')
  const { stripe, test } = shopOf(svc)
  const { orderId } = await collect(svc, ada)
  const stripeAccount = String(Reflect.get(Object(rowsOf(svc, 'seller_accounts')[0]), 'account_id'))
  svc.tick(3 * dayMs)
  // The processor never tells what a payout contained that fails on its way.
  const failing = await test.payOut('usd', stripeAccount)
  svc.tick(dayMs)
  await settled(svc)
  await test.failPayout(failing, stripeAccount)
  await collect(svc, hidden)
  await refund(svc, nova, orderId, { amount: 100, refundedAmount: 0 })
  await settled(svc)
  const payout = await payOut(svc, stripeAccount)
  const { data } = await stripe.balanceTransactions.list({ payout, limit: 100 }, { stripeAccount })
  const lines = data.filter(({ type }) => !type.startsWith('payout'))
  const sums = svc.ctx.db.$client
    .query(
      `SELECT a.currency, sum(e.amount_minor) AS net FROM paid_out o JOIN ledger_entries e ON e.posting_id = o.posting_id
       JOIN ledger_accounts a ON a.id = e.account_id WHERE o.payout_id = ? AND a.kind = 'ARTIST'
       GROUP BY a.currency HAVING net <> 0`,
    )
    .all(payout)
  expect(lines.map(({ type }) => type).toSorted()).toEqual(['payment', 'payment_refund'])
  expect(sums).toEqual([{ currency: 'usd', net: lines.reduce((sum, { net }) => sum + net, 0) }])
})

test('transfers and reversals of orders that a restored copy has lost bring those back, and their lines say the payout', async () => {
  using folder = temporaryFolder()
  const { svc: before, nova, ada, hidden, draft } = await openShop({ env, dataDir: folder.path })
  makeOwner(before.ctx, 'draft@example.com')
  await collect(before, hidden)
  const copy = backUp(before)
  const { orderId } = await collect(before, ada)
  const accountId = String(Reflect.get(Object(rowsOf(before, 'seller_accounts')[0]), 'account_id'))
  const contained = async (svc: TestServer, id: string) =>
    (await linesOf(svc, nova)).filter((line) => line.endsWith(id) && line.startsWith('TRANSFER'))
  const one = await payOut(before, accountId)
  await collect(before, draft, undefined, { slug: 'nova', amount: 2_000 })
  before.tick(3 * dayMs)
  await settled(before)
  expect((await refund(before, nova, orderId, { amount: 100, refundedAmount: 0 })).status).toBe(200)
  const two = await payOut(before, accountId)
  const lines = await Promise.all([one, two].map((id) => contained(before, id)))
  expect(lines.map(({ length }) => length)).toEqual([2, 2])
  await using svc = await restore(before, copy, { env: { PAYMENTS: 'test', ...env } })
  for (const [index, id] of [two, one].entries()) {
    expect(await contained(svc, id)).toEqual([])
    await listContents(svc.ctx, requireProcessor(svc.ctx), { accountId, id })
    expect(await contained(svc, id)).toEqual(lines[1 - index] ?? [])
  }
})
