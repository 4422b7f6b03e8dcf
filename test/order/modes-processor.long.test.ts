import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { orders } from '../../db/schema/order/order.ts'
import { webhookEvents } from '../../db/schema/platform/payment.ts'
import { eventJob } from '../../src/platform/payment/event/receive-event.ts'
import { rowsOf } from '../support/account/account.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { openFolder, seen } from '../support/operate/modes.ts'
import type { TestServer } from '../support/server.ts'
import { ask, begin, collect, settled } from '../support/shop/checkout.ts'
import { cast } from '../support/world.ts'

test('an order that waits in one mode is left alone by a checkout in another', async () => {
  await using folder = await openFolder()
  const { during, ada, banks } = folder
  const live = await during('live', (svc) => begin(svc, ada))
  await during('test', async (svc) => {
    const tried = await begin(svc, ada)
    const states = svc.ctx.db.select({ id: orders.id, state: orders.state }).from(orders).all()
    expect(states).toEqual([live.orderId, tried.orderId].map((id) => ({ id, state: 'OPEN' })))
  })
  expect((await banks.live.stripe.paymentIntents.retrieve(live.paymentIntentId)).status).toBe('requires_payment_method')
  await during('live', async (svc) => {
    expect((await folder.payAtStripe(svc, 'live', ada, live)).json).toMatchObject({ entitled: true })
  })
})

test('an event of another mode waits without a job, and is worked on when its mode is back', async () => {
  await using folder = await openFolder()
  const { during, ada } = folder
  const isProcessed = ({ ctx }: TestServer) =>
    ctx.db.select().from(webhookEvents).where(eq(webhookEvents.id, 'evt_late')).get()?.processedAt !== null
  await during('test', async (svc) => {
    const { paymentIntentId: id } = await collect(svc, ada)
    const body = JSON.stringify({ data: { object: { id, object: 'payment_intent' } } })
    const event = { id: 'evt_late', source: 'platform', type: 'payment_intent.succeeded', mode: 'test' } as const
    svc.ctx.db
      .insert(webhookEvents)
      .values({ ...event, body, receivedAt: 1 })
      .run()
  })
  await during('live', async (svc) => {
    svc.ctx.jobs.add(eventJob, { eventId: 'evt_late' }, { key: 'evt_late' })
    await svc.ctx.jobs.idle()
    expect([isProcessed(svc), rowsOf(svc, 'jobs')]).toEqual([false, []])
  })
  await during('test', async (svc) => {
    await svc.ctx.jobs.idle()
    expect(isProcessed(svc)).toBe(true)
  })
})

test('a payment made twice is given back when its mode is back, and until then nothing fails', async () => {
  await using folder = await openFolder()
  const { during, ada, banks } = folder
  const twice = await during('live', async (svc) => {
    const first = await begin(svc, ada)
    svc.ctx.db.update(orders).set({ state: 'REPLACED' }).run()
    const second = await begin(svc, ada)
    await folder.payAtStripe(svc, 'live', ada, second)
    await svc.ctx.jobs.stop()
    await folder.payAtStripe(svc, 'live', ada, first)
    return first
  })
  const refunds = async () =>
    (await banks.live.stripe.refunds.list({ payment_intent: twice.paymentIntentId })).data.length
  await during('test', async (svc) => {
    for (let hour = 0; hour < 80; hour += 1) {
      svc.tick(3_600_000)
      await svc.ctx.jobs.idle()
    }
    expect(rowsOf(svc, 'jobs')).toMatchObject([{ kind: 'refund-duplicate', state: 'READY' }])
    expect(await refunds()).toBe(0)
    svc.ctx.db.$client.run('UPDATE jobs SET run_at = 0')
  })
  await during('live', async (svc) => {
    await svc.ctx.jobs.idle()
    expect([await refunds(), rowsOf(svc, 'jobs')]).toEqual([1, []])
  })
})

test('payouts of one mode are nobody’s difference in another', async () => {
  await using folder = await openFolder()
  const { during, ada, collectAtStripe } = folder
  await during('live', (svc) => collectAtStripe(svc, 'live', ada))
  await during('test', async (svc) => {
    await collect(svc, ada)
    svc.tick(3 * 86_400_000)
    const { processor } = svc.ctx
    await processor?.stripe.payouts.create({ amount: 100, currency: 'usd' })
    await settled(svc)
    expect(rowsOf(svc, 'ledger_postings')).toHaveLength(5)
    expect((await seen(svc, folder)).money).toEqual([[650, 550]])
  })
  const said = await during('live', async (svc) => {
    expect((await seen(svc, folder)).money).toEqual([[650, 650]])
    return await doctorOf(folder.path, folder.settings.live, 'reconciling')
  })
  expect(said).toEqual({ name: 'reconciling', ok: true, note: '1 payment compared' })
})

test('an artist’s payout account of one mode is none in another', async () => {
  await using folder = await openFolder()
  const { during, hidden } = folder
  await during('test', async (svc) => {
    const other = cast(svc.ctx, 'other')
    expect((await ask(svc, other, { slug: 'hidden' })).status).toBe(404)
    svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'public', price_minor = 300 WHERE id = ?", [hidden.cassetId])
    expect((await ask(svc, other, { slug: 'hidden' })).status).toBe(200)
    expect(rowsOf(svc, 'seller_accounts')).toMatchObject([{ mode: 'test', ready: 1 }])
  })
  for (const mode of ['live', 'test-key'] as const) {
    await during(mode, async (svc) => {
      expect((await ask(svc, folder.ada, { slug: 'hidden' })).json).toMatchObject({ code: 'BAD_STATE' })
      const payouts = await svc.call('GET', '/api/studio/payouts', { cookie: hidden.cookie })
      expect(payouts.json).toMatchObject({ mode: 'connected', state: 'NONE' })
    })
  }
})
