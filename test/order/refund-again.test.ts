import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { orderById } from '../../src/order/order.ts'
import { paymentLines } from '../../src/order/post/post-payment.ts'
import { readPayment } from '../../src/order/read-payment.ts'
import { rowsOf } from '../support/account/account.ts'
import { toldTo } from '../support/account/notification.ts'
import { earn } from '../support/earnings/sale.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import type { TestServer } from '../support/server.ts'
import { accessOf, balances, card, collect, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { cast, type Person } from '../support/world.ts'

const refund = (svc: TestServer, { cookie }: Person, orderId: string, body: Record<string, unknown> = {}) =>
  svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie, body })

test('a part is refunded once although its answer was lost and its event came before it was asked for again', async () => {
  let isDown = false
  const isRefund = ({ method, url }: Request) => method === 'POST' && url.endsWith('/v1/refunds')
  const intercept = async (request: Request, answer: () => Promise<Response>) => {
    const response = await answer()
    return isDown && isRefund(request) ? new Response('<html>Bad gateway</html>', { status: 502 }) : response
  }
  const { svc, nova, ada } = await openShop({ testProcessor: { intercept } })
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  const blind = await refund(svc, nova, orderId, { amount: 300 })
  expect([blind.status, blind.json]).toEqual([
    400,
    {
      error: 'Send "refundedAmount" along with "amount".',
      code: 'VALIDATION',
      field: 'refundedAmount',
      hint: 'The list of sales has it.',
    },
  ])
  isDown = true
  expect((await refund(svc, nova, orderId, { amount: 300, refundedAmount: 0 })).status).toBe(503)
  await settled(svc)
  isDown = false
  expect((await refund(svc, nova, orderId, { amount: 300, refundedAmount: 0 })).status).toBe(409)
  expect((await shopOf(svc).stripe.refunds.list()).data.map(({ amount }) => amount)).toEqual([300])
})

test('asked for again when the processor has forgotten the request and its event was lost, a refund is made once', async () => {
  const { svc, nova, ada, hidden } = await openShop()
  await using _ = svc
  const { orderId, paymentIntentId } = await collect(svc, ada)
  const other = await collect(svc, hidden)
  svc.ctx.db.$client.run("UPDATE webhook_endpoints SET secret = 'whsec_lost'")
  const { stripe } = shopOf(svc)
  await stripe.refunds.create({ payment_intent: paymentIntentId, amount: 300, reason: 'requested_by_customer' })
  svc.tick(25 * 3_600_000)
  const asked = { amount: 300, refundedAmount: 0 }
  const found = await refund(svc, nova, orderId, asked)
  expect([found.status, found.json]).toMatchObject([200, { sale: { status: 'PARTLY_REFUNDED', refundedAmount: 300 } }])
  expect((await refund(svc, nova, orderId, asked)).status).toBe(409)
  expect((await stripe.refunds.list()).data).toHaveLength(1)
  // A refund of another sum is not taken for the one that was lost.
  await stripe.refunds.create({ payment_intent: other.paymentIntentId, amount: 300 })
  expect((await refund(svc, nova, other.orderId, { amount: 200, refundedAmount: 0 })).status).toBe(409)
})

test('a refund that comes back after its buyer has paid again is not tried again; the doctor says to pay it back', async () => {
  const { svc, nova, ada, dawn } = await openShop()
  await using _ = svc
  await earn(svc, nova)
  const first = await collect(svc, ada, card('4000000000007726'))
  expect((await refund(svc, nova, first.orderId)).status).toBe(200)
  const second = await collect(svc, ada)
  svc.tick(6_000)
  await settled(svc)
  const { data } = await shopOf(svc).stripe.refunds.list()
  expect(data).toMatchObject([{ payment_intent: first.paymentIntentId, status: 'failed' }])
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect(rowsOf(svc, 'purchases')).toContainEqual(expect.objectContaining({ order_id: second.orderId, status: 'PAID' }))
  const found = await doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling', { fix: true })
  expect(found?.problem).toBe(
    `order ${first.orderId} is a second payment of what its buyer has, and 700 usd of ${first.paymentIntentId} are to be paid back another way: a refund failed`,
  )
})

test('the owner of the instance finds and refunds the sales of every artist, and no artist those of another', async () => {
  const { svc, nova, ada, hidden } = await openShop()
  await using _ = svc
  const ruth = cast(svc.ctx, 'ruth', { published: false })
  makeOwner(svc.ctx, 'ruth@example.com')
  const { orderId } = await collect(svc, ada)
  const sales = (who: Person, id: string) => svc.call('GET', `/api/admin/sellers/${id}/sales`, { cookie: who.cookie })
  const found = await sales(ruth, nova.artistId)
  expect([found.status, found.json]).toMatchObject([200, { sales: [{ orderId, amount: 700 }], nextCursor: null }])
  expect((await sales(nova, nova.artistId)).status).toBe(403)
  expect((await sales(ruth, nova.userId)).status).toBe(404)
  const page = (who: Person, id = nova.artistId) => svc.call('GET', `/studio/sellers/${id}`, { cookie: who.cookie })
  expect((await page(ruth)).text).toContain('Sales of <span dir="auto">Nova</span>')
  expect((await page(ruth)).text).toContain('Refund First Light to Ada')
  expect([(await page(nova)).status, (await page(ruth, 'x')).status]).toEqual([403, 404])
  expect((await refund(svc, hidden, orderId)).status).toBe(403)
  const blind = await refund(svc, ruth, orderId)
  expect([blind.status, blind.json]).toMatchObject([
    409,
    {
      error: 'This refund leaves a debt: Nova (@nova) owes you $0.50 until they sell something again.',
      field: 'leavesDebt',
    },
  ])
  expect((await shopOf(svc).stripe.refunds.list()).data).toEqual([])
  const { status, json } = await refund(svc, ruth, orderId, { leavesDebt: true })
  expect([status, json]).toMatchObject([200, { sale: { orderId, status: 'REFUNDED', refundedAmount: 700 } }])
  await settled(svc)
  expect(balances(svc)).toMatchObject({ nova: 0, 'OWED nova': -50, REFUNDS: 700 })
  expect((await toldTo(svc, ruth))[0]).toStartWith('A refund leaves a debt: Nova owes you $0.50')
  expect((await toldTo(svc, nova))[0]).toEndWith('First Light: the owner of this site refunded it · TEST')
})

test('a sale whose dispute is won can be refunded, in part and then all of it, and its buyer and the books lose it once', async () => {
  const { svc, nova, ada, dawn } = await openShop()
  await using _ = svc
  await earn(svc, nova)
  const { orderId } = await collect(svc, ada, card('4000000000000259'))
  const { stripe, test: bank } = shopOf(svc)
  const [dispute] = (await stripe.disputes.list()).data
  await bank.moveDispute(dispute?.id ?? '', 'won')
  await settled(svc)
  const listed = await svc.call('GET', '/api/studio/sales', { cookie: nova.cookie })
  expect(listed.json).toMatchObject({ sales: [{ orderId, status: 'PAID', dispute: 'KEPT' }, {}] })
  const part = await refund(svc, nova, orderId, { amount: 300, refundedAmount: 0 })
  expect([part.status, part.json]).toMatchObject([200, { sale: { status: 'PARTLY_REFUNDED', refundedAmount: 300 } }])
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect((await refund(svc, nova, orderId)).json).toMatchObject({ sale: { status: 'REFUNDED', refundedAmount: 700 } })
  await settled(svc)
  expect([await accessOf(svc, dawn.id, ada), balances(svc).BUYERS, balances(svc).REFUNDS]).toEqual([
    'hook',
    -5_700,
    700,
  ])
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('a refund that still waits for something of the buyer has moved nothing', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const { orderId, paymentIntentId } = await collect(svc, ada)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId, amount: 300 })
  const payment = await readPayment(svc.ctx, shopOf(svc), paymentIntentId)
  const order = orderById(svc.ctx, orderId)
  if (!order) throw new Error('There is no order.')
  const kinds = (status: string) => {
    const refunds = payment.refunds.map((refund) => ({ ...refund, status }))
    return paymentLines(order, { kind: 'PLATFORM' }, { ...payment, refunds }).map(({ kind }) => kind)
  }
  expect([kinds('succeeded').includes('REFUND'), kinds('requires_action').includes('REFUND')]).toEqual([true, false])
})
