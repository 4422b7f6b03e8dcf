import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { rowsOf } from '../support/account/account.ts'
import { toldTo } from '../support/account/notification.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import type { TestServer } from '../support/server.ts'
import { accessOf, balances, card, collect, goodCard, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { cast, type Person } from '../support/world.ts'

const env = { PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10' }
const dayMs = 86_400_000

/** A shop whose owner is ruth, and nova a guest artist of hers. */
async function openLabel(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop({ env, ...options })
  const ruth = cast(shop.svc.ctx, 'ruth', { published: false })
  shop.svc.ctx.db.update(users).set({ role: 'owner' }).where(eq(users.id, ruth.userId)).run()
  return { ...shop, ruth }
}

const refund = (svc: TestServer, { cookie }: Person, orderId: string, body: Record<string, unknown> = {}) =>
  svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie, body })

/** The balance of the owner's account at the processor. */
async function cashOf(svc: TestServer): Promise<number> {
  const { available, pending } = await shopOf(svc).stripe.balance.retrieve()
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
}

const accountOf = (svc: TestServer): string =>
  String(Reflect.get(Object(rowsOf(svc, 'seller_accounts')[0]), 'account_id'))

test('an artist whose account is empty refunds nothing: the owner has as much as before, is told, and may refund it', async () => {
  const { svc, nova, ada, ruth } = await openLabel()
  await using _ = svc
  const sales = [await collect(svc, ada), await collect(svc, cast(svc.ctx, 'ben', { published: false }))]
  svc.tick(3 * dayMs)
  await shopOf(svc).test.payOut('usd', accountOf(svc))
  await settled(svc)
  const before = await cashOf(svc)
  for (const { orderId } of sales) {
    for (const body of [{}, { amount: 20, refundedAmount: 0 }, { leavesDebt: true }]) {
      const { status, json } = await refund(svc, nova, orderId, body)
      expect([status, json]).toMatchObject([409, { code: 'BAD_STATE' }])
      expect(Object(json).error).toStartWith('Your account at the payment processor lacks $')
    }
  }
  await settled(svc)
  expect((await shopOf(svc).stripe.refunds.list()).data).toEqual([])
  expect([await cashOf(svc), balances(svc)['OWED nova']]).toEqual([before, 0])
  expect((await toldTo(svc, ruth)).filter((said) => said.startsWith('Nova wants to refund $7.00'))).toHaveLength(2)

  const orderId = sales[0]?.orderId ?? ''
  const told = await refund(svc, ruth, orderId)
  expect([told.status, told.json]).toMatchObject([
    409,
    {
      error: 'This refund leaves a debt: Nova (@nova) owes you $6.30 until they sell something again.',
      field: 'leavesDebt',
    },
  ])
  expect((await refund(svc, ruth, orderId, { leavesDebt: true })).status).toBe(200)
  await settled(svc)
  expect(balances(svc)).toMatchObject({ 'OWED nova': -630, REFUNDS: 700 })
  expect((await toldTo(svc, ruth))[0]).toStartWith('A refund leaves a debt: Nova owes you $6.30')
  // Money held against that debt covers no refund.
  const third = await collect(svc, cast(svc.ctx, 'cleo', { published: false }))
  expect((await refund(svc, nova, third.orderId, { amount: 40, refundedAmount: 0 })).status).toBe(409)
  expect(verifyLedger(svc.ctx).problems).toEqual([])
  expect(await doctorOf(svc.dataDir, env, 'reconciling')).toMatchObject({ ok: true })
})

test('a reversal that waits at the processor covers no refund', async () => {
  const { svc, nova, ada } = await openLabel()
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  const before = await cashOf(svc)
  await shopOf(svc).test.restrict({ reversalsWait: true })
  for (const attempt of [1, 2]) {
    const asked = await refund(svc, nova, orderId, { amount: 100, refundedAmount: 0 })
    expect([attempt, asked.status]).toEqual([attempt, 409])
    await settled(svc)
    expect([(await shopOf(svc).stripe.refunds.list()).data, await cashOf(svc)]).toEqual([[], before])
    expect(balances(svc)['OWED nova']).toBe(0)
  }
})

test("the sum that the account has is taken back before the refund, the fee from another sale; without one it is the owner's to refund", async () => {
  const { svc, nova, ada, draft } = await openLabel()
  await using _ = svc
  const first = await collect(svc, ada)
  const alone = await refund(svc, nova, first.orderId)
  expect(alone.json).toMatchObject({
    error: 'Your account at the payment processor lacks $0.50 of what this refund takes.',
    hint: 'Refund less, or wait for the next sale. The owner of this site can refund all of it, and was told that you want to.',
  })
  expect((await shopOf(svc).stripe.transfers.list()).data.map((one) => one.amount_reversed)).toEqual([0])
  await collect(svc, draft)
  const before = await cashOf(svc)
  expect((await refund(svc, nova, first.orderId)).status).toBe(200)
  await settled(svc)
  // The percent goes back with the refund; apart from it the owner has as much as before.
  expect(await cashOf(svc)).toBe(before - 70)
  expect(balances(svc)).toMatchObject({ nova: 580 - 50, 'OWED nova': 0 })
  expect(await doctorOf(svc.dataDir, env, 'reconciling')).toMatchObject({ ok: true })
})

test('whatever is lost between taking back and refunding, the artist gets again what was not refunded', async () => {
  let lost = ''
  const intercept = async (request: Request, respond: () => Promise<Response>) => {
    const isLost = request.method === 'POST' && lost !== '' && request.url.endsWith(lost)
    if (isLost && lost === '/v1/refunds') return new Response('<html>', { status: 502 })
    const answer = await respond()
    return isLost ? new Response('<html>', { status: 502 }) : answer
  }
  const { svc, nova, ada } = await openLabel({ testProcessor: { intercept } })
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  svc.tick(3 * dayMs)
  const before = await cashOf(svc)
  for (const path of ['/v1/refunds', '/reversals']) {
    lost = path
    const { status } = await refund(svc, nova, orderId, { amount: 300, refundedAmount: 0 })
    expect([path, status]).toEqual([path, 503])
    lost = ''
    await settled(svc)
    svc.tick(dayMs)
    await settled(svc)
    expect([path, await cashOf(svc), balances(svc)['OWED nova']]).toEqual([path, before, 0])
  }
  expect((await refund(svc, nova, orderId, { amount: 300, refundedAmount: 0 })).status).toBe(200)
  await settled(svc)
  expect(balances(svc)).toMatchObject({ REFUNDS: 300, 'OWED nova': 0, nova: 580 - 270 })
  expect(await doctorOf(svc.dataDir, env, 'reconciling')).toMatchObject({ ok: true })
}, 60_000)

test('a refund by hand at the processor leaves a debt that the owner is told of', async () => {
  const { svc, ada, ruth } = await openLabel()
  await using _ = svc
  const { paymentIntentId } = await collect(svc, ada, goodCard)
  svc.tick(3 * dayMs)
  await shopOf(svc).test.payOut('usd', accountOf(svc))
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  const debts = async () => (await toldTo(svc, ruth)).filter((said) => said.startsWith('A refund leaves a debt'))
  expect(await debts()).toEqual([expect.stringContaining('Nova owes you $6.30')])
  svc.tick(dayMs)
  await settled(svc)
  expect(await debts()).toHaveLength(1)
})

test('a debt of before takes nothing of what a sale itself covers', async () => {
  const { svc, nova, ada, draft } = await openLabel()
  await using _ = svc
  const [first, second] = [await collect(svc, ada), await collect(svc, draft)]
  await shopOf(svc).stripe.refunds.create({ payment_intent: first.paymentIntentId })
  await settled(svc)
  // The processor keeps the fee of the first sale, which nova owes.
  expect(balances(svc)).toMatchObject({ nova: 580, 'OWED nova': -50 })
  expect((await refund(svc, nova, second.orderId, { amount: 640, refundedAmount: 0 })).status).toBe(200)
  await settled(svc)
  expect(balances(svc)).toMatchObject({ nova: 4, 'OWED nova': -50 })
})

test('money for a new seller stays in their account for some days, is told to them, and is paid out once it is older', async () => {
  const { svc, nova, ada, hidden } = await openLabel({ env: { ...env, NEW_SELLER_HOLD_DAYS: '7' } })
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  const payouts = await svc.call('GET', '/api/studio/payouts', { cookie: nova.cookie })
  expect(payouts.json).toMatchObject({ holdDays: 7 })
  await collect(svc, ada)
  const stripeAccount = accountOf(svc)
  const pass = async (ms: number) => {
    svc.tick(ms)
    await settled(svc)
  }
  const paidOut = async () => (await stripe.payouts.list({}, { stripeAccount })).data.map(({ amount }) => amount)
  await pass(2 * 3_600_000)
  for (let day = 0; day < 5; day += 1) await pass(dayMs)
  await collect(svc, hidden)
  await pass(2 * 3_600_000)
  expect((await stripe.balance.retrieve({}, { stripeAccount })).available).toMatchObject([{ amount: 580 }])
  await bank.payOut('usd', stripeAccount).catch(() => undefined)
  expect(await paidOut()).toEqual([])
  const taken = () => doctorOf(svc.dataDir, { ...env, NEW_SELLER_HOLD_DAYS: '7' }, 'payouts')
  expect(await taken()).toMatchObject({ ok: true })
  // A payout by hand goes through, and the doctor finds it; a canceled one does not count.
  const byHand = await stripe.payouts.create({ amount: 100, currency: 'usd' }, { stripeAccount })
  expect(await taken()).toMatchObject({
    ok: false,
    problem: expect.stringContaining(`the payout ${byHand.id} of 100 usd`),
    fix: expect.stringContaining('switch off manual and instant payouts'),
  })
  await stripe.payouts.cancel(byHand.id, {}, { stripeAccount })
  expect(await taken()).toMatchObject({ ok: true })
  for (let day = 0; day < 3; day += 1) await pass(dayMs)
  await bank.payOut('usd', stripeAccount)
  expect(await paidOut()).toEqual([580, 100])
  for (let day = 0; day < 8; day += 1) await pass(dayMs)
  const settings = await stripe.balanceSettings.retrieve({}, { stripeAccount })
  expect(settings.payments.payouts?.minimum_balance_by_currency).toBeNull()
  expect(await doctorOf(svc.dataDir, env, 'reconciling')).toMatchObject({ ok: true })
})

test('a refund that waits until the balance has its money is in the books at once, and the doctor finds nothing wrong', async () => {
  const { svc, ada, dawn, hidden } = await openLabel()
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  const { paymentIntentId } = await collect(svc, ada)
  await bank.restrict({ refundsWait: true })
  const refund = await stripe.refunds.create({ payment_intent: paymentIntentId })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'insufficient_funds', balance_transaction: null })
  await settled(svc)
  expect([await accessOf(svc, dawn.id, ada), balances(svc).REFUNDS]).toEqual(['hook', 700])
  expect(await doctorOf(svc.dataDir, env, 'reconciling')).toMatchObject({ ok: true })
  await collect(svc, hidden, card('4000000000000077'), { slug: 'nova', amount: 9_000 })
  svc.tick(3 * dayMs)
  await settled(svc)
  svc.tick(3 * dayMs)
  await settled(svc)
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: 'succeeded',
    balance_transaction: expect.stringMatching(/^txn_/),
  })
  expect(balances(svc)).toMatchObject({ REFUNDS: 700, 'OWED nova': 0 })
  expect(await doctorOf(svc.dataDir, env, 'reconciling')).toMatchObject({ ok: true })
})

test('money held for a refund that waits goes to nobody else, also where it will be exchanged', async () => {
  const settlement = { ...env, TEST_SETTLEMENT_CURRENCY: 'eur' }
  const { svc, nova, ada, hidden } = await openLabel({ env: settlement })
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  await bank.restrict({ refundsWait: true })
  const sale = await collect(svc, ada)
  await collect(svc, hidden, undefined, { slug: 'nova', amount: 9_000 })
  const sentForSale = async () => {
    const { data } = await stripe.transfers.list({ transfer_group: sale.orderId })
    return data.reduce((sum, { amount, amount_reversed: back }) => sum + amount - back, 0)
  }
  const doctor = () => doctorOf(svc.dataDir, settlement, 'reconciling')
  expect(await sentForSale()).toBeGreaterThan(0)
  expect((await refund(svc, nova, sale.orderId)).status).toBe(200)
  for (const hours of [0, 1, 24]) {
    svc.tick(hours * 3_600_000)
    await settled(svc)
    const { data } = await stripe.refunds.list({ expand: ['data.charge'] })
    expect(data).toMatchObject([{ status: 'pending', pending_reason: 'insufficient_funds', balance_transaction: null }])
    expect([await sentForSale(), balances(svc)['OWED nova']]).toEqual([0, 0])
    expect(await doctor()).toMatchObject({ ok: true })
  }
  svc.tick(3 * dayMs)
  await settled(svc)
  svc.tick(6_000)
  await settled(svc)
  expect((await stripe.refunds.list()).data).toMatchObject([{ status: 'succeeded' }])
  expect([await sentForSale(), balances(svc)['OWED nova']]).toEqual([0, 0])
  expect(await doctor()).toMatchObject({ ok: true })
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('money that has not settled covers no refund of another sale', async () => {
  const { svc, nova, ada, hidden } = await openLabel({ testProcessor: { captureMs: 1_800_000, capturesLate: true } })
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  const sale = await collect(svc, ada)
  svc.tick(3_600_000)
  await settled(svc)
  svc.tick(3 * dayMs)
  await bank.payOut('usd', accountOf(svc))
  await collect(svc, hidden, undefined, { slug: 'nova', amount: 9_000 })
  const before = await cashOf(svc)
  expect((await refund(svc, nova, sale.orderId)).status).toBe(409)
  expect([(await stripe.refunds.list()).data, await cashOf(svc)]).toEqual([[], before])
})
