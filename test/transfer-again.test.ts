import { expect, test } from 'bun:test'
import { makeOwner } from '../src/account/make-owner.ts'
import { post } from '../src/ledger/post.ts'
import { verifyLedger } from '../src/ledger/verify-ledger.ts'
import { orderById } from '../src/order/order.ts'
import { noteOwed } from '../src/order/owed-parts.ts'
import { openAccount } from '../src/seller/open-account.ts'
import { transferLines } from '../src/transfer/transfer-lines.ts'
import { balances, begin, card, collect, confirm, openShop, settled, shopOf } from './support/checkout.ts'
import { doctorOf } from './support/doctor.ts'
import { waitLimitMs } from './support/limits.ts'
import type { TestServer } from './support/server.ts'
import { addReadyTrack, cast } from './support/world.ts'

const dayMs = 86_400_000
const accountOf = (svc: TestServer) =>
  String(svc.ctx.db.$client.query('SELECT account_id FROM seller_accounts').values()[0]?.[0])
const amountsOwed = ({ ctx }: TestServer) =>
  ctx.db.$client.query('SELECT amount_minor FROM owed_parts ORDER BY order_id, currency').values().flat()
const reconciled = (svc: TestServer) => doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling')

/** A sale that was refunded after its artist had been paid out: 150 of it could be taken back. */
async function owing() {
  const shop = await openShop()
  const { svc, ada } = shop
  const { paymentIntentId } = await collect(svc, ada)
  svc.tick(3 * dayMs)
  const { stripe } = shopOf(svc)
  const payout = await stripe.payouts.create({ amount: 500, currency: 'usd' }, { stripeAccount: accountOf(svc) })
  await settled(svc)
  await stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': -550, BANK: 500 })
  return { ...shop, payout }
}

test('what could not be taken back is taken when a payout of the artist comes back', async () => {
  const { svc, payout } = await owing()
  await using _ = svc
  await shopOf(svc).stripe.payouts.cancel(payout.id, {}, { stripeAccount: accountOf(svc) })
  await settled(svc)
  expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': -50, BANK: 0 })
  expect([verifyLedger(svc.ctx).problems, (await reconciled(svc))?.problem]).toEqual([[], undefined])
})

test('what could not be taken back is tried again each day', async () => {
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

test('what waits is sent as soon as another account is there that is ready at once', async () => {
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

test('what the processor takes of the platform for a transfer is borne by whom it is for', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
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

test('what was held against a debt goes out at once when a failed refund ends the debt', async () => {
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
  expect(asked).toEqual([])
})

test('orders that are owed in one currency and owe in another ask for one another once', async () => {
  // In all the artist owes, or is owed. Dollars come after euros, when the order asked before has ended.
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
