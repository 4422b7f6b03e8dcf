import { expect, test } from 'bun:test'
import { settle } from '../../src/order/settle/settle.ts'
import { rowsOf } from '../support/account/account.ts'
import { accessOf, collect, openShop, postings, settled, shopOf } from '../support/shop/checkout.ts'

const longEnoughMs = 300

test('a reading of a payment never overwrites a newer one, however late its answer comes', async () => {
  let holds = false
  const read = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const isPayment = ({ method, url }: Request) => method === 'GET' && /\/v1\/payment_intents\/pi_\w+\?/.test(url)
  const intercept = async (request: Request, answer: () => Promise<Response>) => {
    if (!holds || !isPayment(request)) return answer()
    holds = false
    const before = await answer()
    read.resolve()
    await answered.promise
    return before
  }
  const { svc, ada, dawn } = await openShop({ testProcessor: { intercept } })
  await using _ = svc
  const { paymentIntentId } = await collect(svc, ada)
  // No event is to come afterwards and put it right.
  svc.ctx.db.$client.run("UPDATE webhook_endpoints SET secret = 'whsec_lost'")
  const processor = shopOf(svc)
  holds = true
  const older = settle(svc.ctx, processor, paymentIntentId)
  await read.promise
  await processor.stripe.refunds.create({ payment_intent: paymentIntentId })
  const newer = settle(svc.ctx, processor, paymentIntentId)
  await Promise.race([newer, Bun.sleep(longEnoughMs)])
  answered.resolve()
  await Promise.all([older, newer])
  expect(rowsOf(svc, 'purchases')).toMatchObject([{ status: 'REFUNDED', ended_at: expect.any(Number) }])
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  await settled(svc)
  expect(postings(svc)).toMatchObject({ SALE: 1, REFUND: 1 })
})
