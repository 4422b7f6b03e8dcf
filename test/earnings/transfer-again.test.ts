import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { post } from '../../src/books/ledger/post.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { openAccount } from '../../src/books/seller/account/open-account.ts'
import { settleTransfers } from '../../src/earnings/transfer/settle-transfers.ts'
import { transferLines } from '../../src/earnings/transfer/transfer-lines.ts'
import { divideByWeights } from '../../src/lib/money/divide.ts'
import { orderById } from '../../src/order/order.ts'
import { noteOwed } from '../../src/order/owed-parts.ts'
import { waitLimitMs } from '../support/limits.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import type { ServerOptions, TestServer } from '../support/server.ts'
import { shareShop } from '../support/shared.ts'
import { balances, begin, begun, card, collect, confirm, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const sharedShop = shareShop()

const dayMs = 86_400_000
const accountOf = (svc: TestServer) =>
  String(svc.ctx.db.$client.query('SELECT account_id FROM seller_accounts').values()[0]?.[0])
const amountsOwed = ({ ctx }: TestServer) =>
  ctx.db.$client.query('SELECT amount_minor FROM owed_parts ORDER BY order_id, currency').values().flat()
const reconciled = (svc: TestServer) => doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling')

/** A sale that was refunded after its artist had been paid out: 150 of it could be taken back. */
async function owing(options: ServerOptions = {}) {
  // The payout is not paid before a test has looked.
  const shop = await openShop({ clock: 'stands', ...options })
  const { svc, ada } = shop
  const { orderId, paymentIntentId } = await collect(svc, ada)
  svc.tick(3 * dayMs)
  const { stripe } = shopOf(svc)
  const payout = await stripe.payouts.create({ amount: 500, currency: 'usd' }, { stripeAccount: accountOf(svc) })
  await settled(svc)
  await stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': -550, BANK: 500 })
  return { ...shop, orderId, payout }
}

test('a sum that could not be taken back is taken when a payout of the artist comes back', async () => {
  const { svc, payout } = await owing()
  await using _ = svc
  await shopOf(svc).stripe.payouts.cancel(payout.id, {}, { stripeAccount: accountOf(svc) })
  await settled(svc)
  expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': -50, BANK: 0 })
  expect([verifyLedger(svc.ctx).problems, (await reconciled(svc))?.problem]).toEqual([[], undefined])
})

test('a sum that could not be taken back is tried again each day', async () => {
  const { svc, payout } = await owing()
  await using _ = svc
  svc.ctx.db.$client.run("DELETE FROM webhook_endpoints WHERE source = 'accounts'")
  await shopOf(svc).stripe.payouts.cancel(payout.id, {}, { stripeAccount: accountOf(svc) })
  await settled(svc)
  expect(balances(svc)).toMatchObject({ 'OWED nova': -550 })
  svc.tick(dayMs)
  await settled(svc)
  expect(balances(svc)).toMatchObject({ 'OWED nova': -50 })
})

test('a sale that does not cover a debt asks what else the account has by now', async () => {
  const { svc, payout, hidden } = await owing()
  await using _ = svc
  svc.ctx.db.$client.run("DELETE FROM webhook_endpoints WHERE source = 'accounts'")
  await shopOf(svc).stripe.payouts.cancel(payout.id, {}, { stripeAccount: accountOf(svc) })
  const tip = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: hidden.cookie, body: { amount: 300 } }))
  await confirm(svc, hidden, tip)
  await settled(svc)
  const { nova = 0, 'OWED nova': owed = 0 } = balances(svc)
  // The sale brought 261 of the 550 that were owed, and 500 were there again.
  expect([owed, nova + owed]).toEqual([0, -289])
})

test('a transfer that somebody reverses by hand is written down, named, and not sent again by itself', async () => {
  const { svc, ada, hidden, nova } = await openShop()
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  const { stripe } = shopOf(svc)
  const [transfer] = (await stripe.transfers.list()).data
  await stripe.transfers.createReversal(transfer?.id ?? '')
  await settled(svc)
  for (let day = 0; day < 3; day += 1) {
    svc.tick(dayMs)
    await settled(svc)
  }
  expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': 650 })
  expect((await stripe.transfers.list()).data).toHaveLength(1)
  expect(await reconciled(svc)).toMatchObject({
    ok: true,
    note: `1 payment compared; ${transfer?.id} was reversed by hand: 650 usd of order ${orderId} stay owed`,
  })
  await collect(svc, hidden)
  expect(balances(svc)).toMatchObject({ nova: 650, 'OWED nova': 650 })
  const again = { amount: 650, currency: 'usd', destination: accountOf(svc), transfer_group: orderId }
  svc.tick(3 * dayMs)
  await stripe.transfers.create({ ...again, metadata: { artistId: nova.artistId } })
  await settled(svc)
  expect(balances(svc)).toMatchObject({ nova: 1_300, 'OWED nova': 0 })
  expect(await reconciled(svc)).toMatchObject({ ok: true, note: '2 payments compared' })
})

test('a waiting transfer is sent as soon as another account is there that is ready at once', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  const started = await begin(svc, ada)
  await shopOf(svc).stripe.v2.core.accounts.close(accountOf(svc))
  await settled(svc)
  await confirm(svc, ada, started)
  await settled(svc)
  expect(balances(svc)).toMatchObject({ 'OWED nova': 650 })
  await openAccount(svc.ctx, shopOf(svc), { ...nova, displayName: 'Nova', country: 'us' }, async (accountId) => {
    await shopOf(svc).test.completeOnboarding(accountId)
    return true
  })
  await settled(svc)
  expect(balances(svc)).toMatchObject({ nova: 650, 'OWED nova': 0 })
})

test('the fee that the processor takes of the platform for a transfer is borne by the payee of that transfer', async () => {
  const { svc, ada, nova } = await sharedShop()
  const { orderId } = await collect(svc, ada)
  const [transfer] = (await shopOf(svc).stripe.transfers.list({ expand: ['data.balance_transaction'] })).data
  const line = transfer?.balance_transaction
  if (!transfer || !line || typeof line === 'string') throw new Error('There is no transfer.')
  const lines = transferLines(orderId, nova.artistId, { ...transfer, balance_transaction: { ...line, fee: 25 } })
  expect(lines.find(({ uniqueKey }) => uniqueKey === `PROCESSOR_FEE ${line.id}`)?.entries).toEqual([
    [{ kind: 'PROCESSOR_FEES' }, 25],
    [{ kind: 'OWED', artistId: nova.artistId }, -25],
  ])
})

test('money held against a debt goes out at once when a failed refund ends the debt', async () => {
  const { svc, ada, hidden, draft } = await openShop({ clock: 'stands', testProcessor: { bankMs: 5_000 } })
  await using _ = svc
  const opal = cast(svc.ctx, 'opal', { priceMinor: 700 })
  await addReadyTrack(svc.ctx, opal.cassetId, 'Milk')
  makeOwner(svc.ctx, 'opal@example.com')
  await collect(svc, ada, undefined, { slug: 'opal', amount: 5_000 })
  const { paymentIntentId } = await collect(svc, hidden, card('4000000000007726'))
  svc.tick(3 * dayMs)
  const { stripe } = shopOf(svc)
  await stripe.payouts.create({ amount: 650, currency: 'usd' }, { stripeAccount: accountOf(svc) })
  await stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': -700, BANK: 650 })
  await collect(svc, draft)
  expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': -50 })
  svc.tick(6_000)
  await settled(svc)
  expect(balances(svc)).toMatchObject({ nova: 650, 'OWED nova': 0 })
})

test('a debt that the next sale has paid is never asked about again', async () => {
  const asked: string[] = []
  const intercept = (request: Request, answer: () => Promise<Response>) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return answer()
  }
  const { svc, ada, hidden } = await openShop({ testProcessor: { intercept } })
  await using _ = svc
  const { paymentIntentId } = await collect(svc, ada)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  await collect(svc, hidden)
  expect(balances(svc)).toMatchObject({ nova: 600, 'OWED nova': 0 })
  expect(amountsOwed(svc)).toEqual([-50, 50])
  asked.length = 0
  svc.tick(dayMs)
  await settled(svc)
  expect(asked.filter((each) => each.includes('/transfers'))).toEqual([])
})

test('a debt that was refused once and is paid by the next sale is not asked for when its order is looked at', async () => {
  const asked: string[] = []
  const intercept = (request: Request, answer: () => Promise<Response>) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return answer()
  }
  const { svc, hidden, orderId } = await owing({ testProcessor: { intercept } })
  await using _ = svc
  await collect(svc, hidden, undefined, { slug: 'nova', amount: 5_000 })
  expect(amountsOwed(svc)).toEqual([-550, 550])
  asked.length = 0
  await settleTransfers(svc.ctx, orderId)
  expect(asked).toEqual([])
})

test('orders that are owed in one currency and owe in another ask for one another once', async () => {
  // In one run the artist owes in the end, in the other they are owed. Dollars come after euros,
  // once the first order has ended.
  for (const sign of [-1, 1]) {
    const { svc, ada, hidden, draft, nova } = await openShop()
    await using _ = svc
    const { ctx } = svc
    const owe = (orderId: string, currency: string, amount: number) => {
      const entries = [
        [{ kind: 'EXCHANGE' }, -amount],
        [{ kind: 'OWED', artistId: nova.artistId }, amount],
      ] as const
      post(ctx, { uniqueKey: `EXCHANGE ${currency}`, kind: 'EXCHANGE', orderId, currency, entries })
      const order = orderById(ctx, orderId)
      if (order) noteOwed(ctx, order, true)
    }
    const [first, ...both] = [await collect(svc, ada), await collect(svc, hidden), await collect(svc, draft)]
    ctx.db.$client.run('UPDATE seller_accounts SET ready = 0')
    await ctx.jointly(() => owe(first.orderId, 'usd', sign * 10_000))
    for (const { orderId } of both) {
      await ctx.jointly(() => {
        owe(orderId, 'usd', sign * -1_000)
        owe(orderId, 'eur', sign * 1_000)
      })
      const ended = ctx.jobs.idle().then(() => 'ended')
      expect(await Promise.race([ended, Bun.sleep(waitLimitMs)])).toBe('ended')
    }
    expect(amountsOwed(svc)).toHaveLength(5)
  }
})

test('money owed in another currency than an order settled in is not asked of its charge', async () => {
  const asked: string[] = []
  const intercept = (request: Request, answer: () => Promise<Response>) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return answer()
  }
  const { svc, ada, nova } = await openShop({ testProcessor: { intercept } })
  await using _ = svc
  const { ctx } = svc
  const { orderId } = await collect(svc, ada)
  asked.length = 0
  await ctx.jointly(() => {
    const entries = [
      [{ kind: 'EXCHANGE' }, -500],
      [{ kind: 'OWED', artistId: nova.artistId }, 500],
    ] as const
    post(ctx, { uniqueKey: 'EXCHANGE eur', kind: 'EXCHANGE', orderId, currency: 'eur', entries })
    const order = orderById(ctx, orderId)
    if (order) noteOwed(ctx, order, true)
  })
  await settled(svc)
  expect([asked.filter((each) => each === 'POST /v1/transfers'), amountsOwed(svc)]).toEqual([[], [500]])
})

test('of an account in another currency, as much is taken back as it has', async () => {
  const { svc, ada } = await openShop({ testProcessor: { currency: 'eur', convertsCharges: true } })
  await using _ = svc
  const { paymentIntentId } = await collect(svc, ada, undefined, { slug: 'nova', amount: 10_000 })
  await settled(svc)
  svc.tick(3 * dayMs)
  const { stripe } = shopOf(svc)
  const stripeAccount = accountOf(svc)
  await stripe.payouts.create({ amount: 5_000, currency: 'usd' }, { stripeAccount })
  await settled(svc)
  await stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  const { available } = await stripe.balance.retrieve({}, { stripeAccount })
  const left = available.find(({ currency }) => currency === 'usd')?.amount ?? 0
  // The rate may move between two questions: a few percent are left for the next one.
  expect(left).toBeWithin(0, 300)
})

test('of a casset of three each has their part to the unit, also after refunds with transfers back between them', async () => {
  const { svc, nova, ada, hidden } = await sharedShop()
  const ben = cast(svc.ctx, 'ben', { published: false })
  const { id } = await makeCoCasset(svc, nova, 'three', [ada, ben], { splits: { nova: 33, ada: 33, ben: 34 } })
  const body = { price: 1_000, published: true }
  await svc.call('PATCH', `/api/studio/casset/${id}`, { cookie: nova.cookie, body })
  const { paymentIntentId: payment_intent } = await collect(svc, hidden, undefined, { slug: 'three' })
  for (const amount of [101, 101, 101]) {
    await shopOf(svc).stripe.refunds.create({ payment_intent, amount })
    await settled(svc)
  }
  const has = balances(svc)
  const parts = ['nova', 'ada', 'ben'].map((name) => (has[name] ?? 0) + (has[`OWED ${name}`] ?? 0))
  expect(parts).toEqual(divideByWeights(1_000 - 59 - 303, [33, 33, 34]))
})
