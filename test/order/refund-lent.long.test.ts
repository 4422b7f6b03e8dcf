import { expect, test } from 'bun:test'
import { settleTransfers } from '../../src/earnings/transfer/settle-transfers.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import type { TestServer } from '../support/server.ts'
import { balances, collect, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { cast, type Person } from '../support/world.ts'

const env = { PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10' }

const refund = (svc: TestServer, { cookie }: Person, orderId: string, body: Record<string, unknown> = {}) =>
  svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie, body })

test('a refund whose answer and event were lost keeps what it took of another sale, also while a third is refunded', async () => {
  // From the refund on the processor does what it is asked, and its answers are lost.
  let isCut = false
  let cutsOff = false
  const intercept = async (request: Request, respond: () => Promise<Response>) => {
    const answer = await respond()
    isCut ||= cutsOff && request.method === 'POST' && request.url.endsWith('/v1/refunds')
    return isCut ? new Response('<html>', { status: 502 }) : answer
  }
  const { svc, nova, ada, hidden } = await openShop({ env, testProcessor: { intercept } })
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  await collect(svc, hidden)
  const third = await collect(svc, cast(svc.ctx, 'ben', { published: false }))
  await collect(svc, cast(svc.ctx, 'cleo', { published: false }))
  const refundPart = (amount: number, refundedAmount: number) => refund(svc, nova, orderId, { amount, refundedAmount })
  // All of its own transfer: what the next parts take comes from another sale.
  expect((await refundPart(690, 0)).status).toBe(200)
  await settled(svc)
  const taken = 690 - 69 - 580
  expect(balances(svc)).toMatchObject({ nova: 3 * 580 - taken, 'OWED nova': 0 })
  svc.ctx.db.$client.run("UPDATE webhook_endpoints SET secret = 'whsec_lost'")
  const sent = async () => (await shopOf(svc).stripe.transfers.list()).data.length

  cutsOff = true
  expect((await refundPart(5, 690)).status).toBe(503)
  cutsOff = false
  isCut = false
  await settled(svc)
  expect([await sent(), balances(svc).REFUNDS, balances(svc)['OWED nova']]).toEqual([4, 695, 0])

  cutsOff = true
  expect((await refundPart(5, 695)).status).toBe(503)
  cutsOff = false
  await settled(svc)
  isCut = false
  expect((await refund(svc, nova, third.orderId)).status).toBe(200)
  await settled(svc)
  expect([await sent(), balances(svc)]).toMatchObject([4, { nova: 3 * 580 - 50 - 630, 'OWED nova': 0 }])
  expect(await doctorOf(svc.dataDir, env, 'reconciling')).toMatchObject({ ok: true })
})

test('money that has not settled pays no debt that a refund left', async () => {
  const asked: string[] = []
  const intercept = (request: Request, respond: () => Promise<Response>) => {
    asked.push(request.url)
    return respond()
  }
  const testProcessor = { captureMs: 1_800_000, capturesLate: true, intercept }
  const { svc, nova, ada, hidden } = await openShop({ env, testProcessor })
  await using _ = svc
  const first = await collect(svc, ada)
  const lender = await collect(svc, hidden)
  svc.tick(3_600_000)
  await settled(svc)
  expect((await refund(svc, nova, first.orderId)).status).toBe(200)
  await collect(svc, cast(svc.ctx, 'ben', { published: false }), undefined, { slug: 'nova', amount: 9_000 })
  const sent = async () => (await shopOf(svc).stripe.transfers.list()).data.map(({ amount }) => amount)
  await settled(svc)
  asked.length = 0
  // This is a job that comes late. When nothing can be sent, the refunded payment is not settled
  // again: that might ask for this job again and again.
  await settleTransfers(svc.ctx, lender.orderId)
  expect(asked.filter((url) => url.includes(first.paymentIntentId))).toEqual([])
  expect(await sent()).toEqual([580, 580])
  svc.tick(3_600_000)
  await settled(svc)
  expect([await sent(), balances(svc)['OWED nova']]).toEqual([[7_809, 580, 580], 0])
})
