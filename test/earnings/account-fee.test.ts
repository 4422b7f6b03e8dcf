import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { disputes } from '../../db/schema/order/dispute.ts'
import { orders } from '../../db/schema/order/order.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { bookFees } from '../../src/earnings/account-fee/book-fees.ts'
import { requireProcessor } from '../../src/platform/payment/ask-processor.ts'
import { rowsOf } from '../support/account/account.ts'
import { listed } from '../support/earnings/dispute.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import type { TestServer } from '../support/server.ts'
import { balances, card, collect, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { cast } from '../support/world.ts'

const dayMs = 86_400_000

/** A shop whose owner is ruth, and nova a guest artist of hers. */
async function openLabel(more: Record<string, string> = {}) {
  const env = { PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10', ...more }
  const shop = await openShop({ env })
  const ruth = cast(shop.svc.ctx, 'ruth', { published: false })
  shop.svc.ctx.db.update(users).set({ role: 'owner' }).where(eq(users.id, ruth.userId)).run()
  const doctor = () => doctorOf(shop.svc.dataDir, env, 'reconciling')
  return { ...shop, ruth, doctor }
}

async function cashOf(svc: TestServer, currency: string): Promise<number> {
  const { available, pending } = await shopOf(svc).stripe.balance.retrieve()
  const ours = [...available, ...pending].filter((sum) => sum.currency === currency)
  return ours.reduce((sum, { amount }) => sum + amount, 0)
}

/** The sum that the platform holds for artists in a currency; negative: what they owe. */
const owedIn = (svc: TestServer, currency: string): number =>
  svc.ctx.db.$client
    .query<{ sum: number }, [string]>(
      `SELECT coalesce(sum(e.amount_minor), 0) AS sum FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
       WHERE a.kind = 'OWED' AND a.currency = ?`,
    )
    .get(currency)?.sum ?? 0

const feesOf = (svc: TestServer): unknown[] =>
  svc.ctx.db.$client
    .query(
      `SELECT a.kind, e.amount_minor FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
       JOIN ledger_accounts a ON a.id = e.account_id JOIN account_fees f ON p.unique_key = 'PROCESSOR_FEE ' || f.id
       WHERE a.kind <> 'PROCESSOR_FEES' ORDER BY p.rowid`,
    )
    .values()

test.each([
  ['losing_evidence', 'usd', [['OWED', -1_500]]],
  [
    'winning_evidence',
    'eur',
    [
      ['OWED', -2_000],
      ['OWED', 2_000],
    ],
  ],
])(
  'the fee for answering a bank is of those who sold it, and comes back with what is won: %s in %s',
  async (statement, currency, fees) => {
    const { svc, nova, ada, hidden, doctor } = await openLabel({ TEST_SETTLEMENT_CURRENCY: currency })
    await using _ = svc
    await collect(svc, hidden, undefined, { slug: 'nova', amount: 9_000 })
    const before = await cashOf(svc, currency)
    const sale = await collect(svc, ada, card('4000000000000259'))
    const [dispute] = await listed(svc, nova)
    const path = `/api/studio/disputes/${dispute?.id}/evidence`
    expect((await svc.call('POST', path, { cookie: nova.cookie, body: { statement } })).status).toBe(200)
    await settled(svc)
    expect(feesOf(svc)).toEqual(fees.slice(0, 1))
    svc.tick(6_000)
    await settled(svc)
    svc.tick(dayMs)
    await settled(svc)
    expect(feesOf(svc)).toEqual(fees)
    const postings = rowsOf(svc, 'ledger_postings').map((row) => Reflect.get(Object(row), 'order_id'))
    expect(postings.filter((id) => id === sale.orderId).length).toBeGreaterThan(fees.length)
    // The artist owes their part, and the owner's account has lost only its percent.
    expect((await cashOf(svc, currency)) - owedIn(svc, currency)).toBeGreaterThanOrEqual(before)
    expect(verifyLedger(svc.ctx).problems).toEqual([])
    expect(await doctor()).toMatchObject({ ok: true, note: expect.not.stringContaining('unrelated') })
  },
)

test('a fee is of the answer that it was taken for, also where another one was nearer and this one is not known here', async () => {
  const { svc, nova, ada, draft, doctor } = await openLabel()
  await using _ = svc
  const { ctx } = svc
  await collect(svc, ada, card('4000000000000259'))
  expect(await listed(svc, nova)).toHaveLength(1)
  const known = ctx.db.select().from(disputes).get()
  if (!known) throw new Error('there is no dispute')
  // Answered before there was a fee, when the dispute was still an inquiry.
  const { orderId } = await collect(svc, draft)
  const other = { ...known, id: ctx.uuid(), processorId: 'du_inquiry', state: 'KEPT', orderId } as const
  ctx.db
    .insert(disputes)
    .values({ ...other, answers: 1, answeredAt: ctx.now() - 2_000, endedAt: ctx.now() - 1_000 })
    .run()
  // Answers as the program does, but no event comes.
  const metadata = { answeredAt: ctx.now() }
  await shopOf(svc).stripe.disputes.update(known.processorId, {
    evidence: { uncategorized_text: 'Heard.' },
    submit: true,
    metadata,
  })
  await bookFees(ctx, requireProcessor(ctx), 0)
  expect(feesOf(svc)).toEqual([['OWED', -1_500]])
  expect(ctx.db.$client.query('SELECT dispute_id FROM account_fees').values()).toEqual([[known.id]])
  ctx.db.delete(disputes).where(eq(disputes.id, other.id)).run()
  svc.tick(dayMs)
  await settled(svc)
  expect(await doctor()).toMatchObject({ ok: true })
})

test('a fee is of an answer whose money is in its currency, also where another answer was nearer', async () => {
  const { svc, nova, ada, draft } = await openLabel()
  await using _ = svc
  const { ctx } = svc
  await collect(svc, ada, card('4000000000000259'))
  const known = ctx.db.select().from(disputes).get()
  if (!known) throw new Error('there is no dispute')
  const { orderId } = await collect(svc, draft)
  ctx.db.update(orders).set({ settledCurrency: 'eur' }).where(eq(orders.id, orderId)).run()
  const other = { ...known, id: ctx.uuid(), processorId: 'du_euro', orderId, answers: 1, answeredAt: ctx.now() + 900 }
  // Answering an inquiry costs nothing.
  const inquiry = {
    ...other,
    id: ctx.uuid(),
    processorId: 'du_inquiry',
    orderId: known.orderId,
    state: 'INQUIRY',
  } as const
  ctx.db.insert(disputes).values([other, inquiry]).run()
  const metadata = { answeredAt: ctx.now() - 3_000 }
  await shopOf(svc).stripe.disputes.update(known.processorId, {
    evidence: { uncategorized_text: 'Heard.' },
    submit: true,
    metadata,
  })
  await bookFees(ctx, requireProcessor(ctx), 0)
  expect(feesOf(svc)).toEqual([['OWED', -1_500]])
  expect(ctx.db.$client.query('SELECT dispute_id FROM account_fees').values()).toEqual([[known.id]])
  expect(await listed(svc, nova)).toHaveLength(3)
})

test('a fee for an answer that nobody here gave waits an hour for one, and is then the owner’s', async () => {
  const { svc } = await openLabel()
  await using _ = svc
  const { ctx } = svc
  const { stripe } = shopOf(svc)
  // Another program sells at the same account.
  await stripe.paymentIntents.create({
    amount: 2_000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_createDispute',
    return_url: 'https://elsewhere.example/',
  })
  const [dispute] = (await stripe.disputes.list()).data
  await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: 'Sent.' }, submit: true })
  await bookFees(ctx, requireProcessor(ctx), 0)
  expect(feesOf(svc)).toEqual([])
  svc.tick(3_600_000)
  await bookFees(ctx, requireProcessor(ctx), 0)
  expect(feesOf(svc)).toEqual([['PLATFORM', -1_500]])
})

test('the fees for accounts of artists are divided among those who were paid out', async () => {
  const { svc, ada, hidden, doctor } = await openLabel()
  await using _ = svc
  const { test: bank } = shopOf(svc)
  await collect(svc, ada)
  await collect(svc, hidden, undefined, { slug: 'nova', amount: 9_000 })
  const account = String(Reflect.get(Object(rowsOf(svc, 'seller_accounts')[0]), 'account_id'))
  svc.tick(3 * dayMs)
  await bank.payOut('usd', account)
  await settled(svc)
  await bank.billConnect()
  svc.tick(dayMs)
  await settled(svc)
  expect(feesOf(svc)).toContainEqual(['OWED', -200])
  expect(feesOf(svc)).toContainEqual(['OWED', -(25 + 21)])
  expect(balances(svc)['OWED nova']).toBe(-246)
  expect(await doctor()).toMatchObject({ ok: true, note: expect.not.stringContaining('unrelated') })
})
