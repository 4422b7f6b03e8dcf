import { expect, test } from 'bun:test'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import type { TestServer } from '../../support/server.ts'
import { begun, confirm, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { faultsOf } from '../../support/shop/gift.ts'
import { live, offerLevel, startSupporting, supportRow } from '../../support/shop/support.ts'

/** ada supports nova, and is just before her second payment. */
async function openSupport() {
  const shop = await openShop({ clock: 'stands' })
  const { svc, nova, ada } = shop
  const started = await startSupporting(svc, ada, { levelId: await offerLevel(svc, nova) })
  const end = () => svc.call('DELETE', `/api/supports/${started.supportId}`, { cookie: ada.cookie })
  const toPayment = () => live(svc, (supportRow(svc, ada).paidUntil ?? 0) - svc.ctx.now() + 1_000)
  return { ...shop, ...started, end, toPayment }
}

/** Returns the money that her bank was charged after the first payment and did not get back. */
async function keptOf(svc: TestServer): Promise<number> {
  const { data } = await shopOf(svc).stripe.charges.list({ limit: 100 })
  return data.reduce((sum, { paid, amount, amount_refunded: back }) => sum + (paid ? amount - back : 0), -500)
}

/** Orders that bring the tapes to come. */
const bringing = ({ ctx }: TestServer) =>
  ctx.db.$client.query('SELECT 1 FROM everything_purchases WHERE has_future AND held_since AND ended_at IS NULL').all()

test('a payment that was begun before its support was ended takes nothing, and brings no tapes for ever', async () => {
  const { svc, ada, paymentIntentId, supportId, end, toPayment } = await openSupport()
  await using _ = svc
  const { payment_method: method } = await shopOf(svc).stripe.paymentIntents.retrieve(paymentIntentId)
  await shopOf(svc).test.changeCard(String(method), '4000000000009987')
  await toPayment()
  const open = begun(await svc.call('POST', `/api/supports/${supportId}/pay`, { cookie: ada.cookie }))
  await end()
  await settled(svc)
  await confirm(svc, ada, open)
  await settled(svc)
  await live(svc, 7 * dayMs)
  expect([supportRow(svc, ada).state, await keptOf(svc), bringing(svc)]).toEqual(['ENDED', 0, []])
  expect(faultsOf(svc)).toEqual([])
})

test.each(['create', 'confirm'] as const)(
  'a support that is ended while its next payment is asked for (%s) takes nothing',
  async (call) => {
    const { svc, ada, end, toPayment } = await openSupport()
    await using _ = svc
    const { paymentIntents } = shopOf(svc).stripe
    const asked = Reflect.get(paymentIntents, call)
    let ended = 0
    Reflect.set(paymentIntents, call, async (...args: unknown[]) => {
      if ((supportRow(svc, ada).paidUntil ?? 0) <= svc.ctx.now()) ended = ended || (await end()).status
      return Reflect.apply(asked, paymentIntents, args)
    })
    await toPayment()
    expect([ended, supportRow(svc, ada).state, await keptOf(svc), bringing(svc)]).toEqual([204, 'ENDED', 0, []])
    expect(faultsOf(svc)).toEqual([])
  },
)
