import { describe, expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { settleTransfers } from '../../src/earnings/transfer/settle-transfers.ts'
import type { TestServer } from '../support/server.ts'
import { balances, begin, card, collect, confirm, openShop, settled, shopOf, verify } from '../support/shop/checkout.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const dayMs = 86_400_000
const isTransfer = ({ method, url }: Request) => method === 'POST' && new URL(url).pathname === '/v1/transfers'

/** A shop whose processor makes a transfer each time, but loses the first answers. */
function shopThatLoses(answers: number, env: Record<string, string> = {}, { settleMs }: { settleMs?: number } = {}) {
  let left = answers
  const intercept = async (request: Request, answer: () => Promise<Response>) => {
    const response = await answer()
    if (!isTransfer(request) || left === 0) return response
    left -= 1
    return new Response('<html>', { status: 200 })
  }
  return openShop({ env, testProcessor: { intercept, ...(settleMs === undefined ? {} : { settleMs }) } })
}

/** Adds a second artist, whose casset costs as much as nova's. */
async function addOpal({ ctx }: TestServer) {
  const opal = cast(ctx, 'opal', { priceMinor: 700 })
  await addReadyTrack(ctx, opal.cassetId, 'Milk')
  return opal
}

const sent = async (svc: TestServer) => (await shopOf(svc).stripe.transfers.list()).data.map(({ amount }) => amount)

describe('A transfer', () => {
  test('a request whose answer is lost is sent again, and acted on once', async () => {
    // Two transfers of half a sale would fit into its charge, and the processor would make both.
    const { svc, ada } = await shopThatLoses(2, { PLATFORM_FEE_PERCENT: '50' })
    await using _ = svc
    await collect(svc, ada)
    expect(await sent(svc)).toEqual([300])
    expect(balances(svc)).toMatchObject({ nova: 300, 'OWED nova': 0 })
  })

  test('is found by a process that asks again more than a day later, when the processor has forgotten the request', async () => {
    const { svc, ada } = await shopThatLoses(3)
    await using _ = svc
    const started = await begin(svc, ada)
    // An event would tell the program about the transfer.
    svc.ctx.db.$client.run("UPDATE webhook_endpoints SET secret = 'whsec_lost'")
    await confirm(svc, ada, started)
    await verify(svc, ada, started)
    await svc.ctx.jobs.idle()
    expect(balances(svc)).toMatchObject({ 'OWED nova': 650 })
    svc.tick(dayMs + 3_600_000)
    await settled(svc)
    expect(await sent(svc)).toEqual([650])
    expect(balances(svc)).toMatchObject({ nova: 650, 'OWED nova': 0 })
  })

  test('a transfer whose answer is lost is looked up when a refund leaves less to send, or nothing', async () => {
    for (const refunded of [200, 650]) {
      // The rest of the balance would pay for a second one.
      const { svc, ada } = await shopThatLoses(3, {}, { settleMs: 0 })
      await using _ = svc
      const { stripe } = shopOf(svc)
      const paid = { payment_method: 'pm_card_visa', confirm: true, return_url: 'https://deck.example/' }
      await stripe.paymentIntents.create({ amount: 5_000, currency: 'usd', ...paid })
      const started = await begin(svc, ada)
      svc.ctx.db.$client.run("UPDATE webhook_endpoints SET secret = 'whsec_lost'")
      await confirm(svc, ada, started)
      await verify(svc, ada, started)
      await svc.ctx.jobs.idle()
      expect(balances(svc)).toMatchObject({ 'OWED nova': 650 })
      await stripe.refunds.create({ payment_intent: started.paymentIntentId, amount: refunded })
      await verify(svc, ada, started)
      await svc.ctx.jobs.idle()
      expect(await sent(svc)).toEqual([650])
      svc.tick(60_000)
      await settled(svc)
      expect(balances(svc)).toMatchObject({ nova: 650 - refunded, 'OWED nova': 0 })
      expect(await sent(svc)).toEqual([650])
    }
  })

  test('and another one at the same moment leave together what their artist owes', async () => {
    const both = Promise.withResolvers<void>()
    const asked: string[] = []
    let isDown = false
    const intercept = async (request: Request, answer: () => Promise<Response>) => {
      if (!isTransfer(request)) return answer()
      if (isDown) return Response.json({ error: { type: 'api_error', message: 'down' } }, { status: 500 })
      asked.push(request.url)
      if (asked.length === 3) both.resolve()
      if (asked.length > 1) await Promise.race([both.promise, Bun.sleep(500)])
      return answer()
    }
    const { svc, ada, hidden, draft } = await openShop({ testProcessor: { intercept } })
    await using _ = svc
    const { paymentIntentId } = await collect(svc, ada)
    await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
    await settled(svc)
    // The fee that the processor took for the sale that went back.
    expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': -50 })
    isDown = true
    const sales = [await collect(svc, hidden), await collect(svc, draft)]
    expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': 1_250 })
    isDown = false
    await Promise.all(sales.map(({ orderId }) => settleTransfers(svc.ctx, orderId)))
    await settled(svc)
    expect(balances(svc)).toMatchObject({ nova: 1_250, 'OWED nova': 0 })
    expect((await sent(svc)).toSorted()).toEqual([600, 650, 650])
  })

  test('that was taken back for a refund is made again at once when the refund fails', async () => {
    const { svc, ada, hidden } = await openShop({ clock: 'stands', testProcessor: { bankMs: 5_000 } })
    await using _ = svc
    await addOpal(svc)
    makeOwner(svc.ctx, 'opal@example.com')
    // The owner's own sales are available, so that nothing has to wait.
    await collect(svc, ada, undefined, { slug: 'opal', amount: 5_000 })
    svc.tick(3 * dayMs)
    const { paymentIntentId } = await collect(svc, hidden, card('4000000000007726'))
    await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
    await settled(svc)
    expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': -50 })
    svc.tick(6_000)
    await settled(svc)
    expect(balances(svc)).toMatchObject({ nova: 650, 'OWED nova': 0 })
    expect(await sent(svc)).toEqual([650, 650])
  })

  test('goes to the artist whose sale it is, whatever another one owes', async () => {
    const { svc, ada, hidden } = await openShop()
    await using _ = svc
    const opal = await addOpal(svc)
    const { paymentIntentId } = await collect(svc, ada)
    await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
    await settled(svc)
    await collect(svc, hidden, undefined, { slug: 'opal' })
    expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': -50, opal: 650, 'OWED opal': 0 })
    const account = svc.ctx.db.$client
      .query<{ id: string }, [string]>('SELECT account_id AS id FROM seller_accounts WHERE artist_id = ?')
      .get(opal.artistId)
    const [last] = (await shopOf(svc).stripe.transfers.list()).data
    expect([last?.destination, last?.amount]).toEqual([account?.id ?? '', 650])
    const { available, pending } = await shopOf(svc).stripe.balance.retrieve({}, { stripeAccount: account?.id ?? '' })
    expect([...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)).toBe(650)
  })
})
