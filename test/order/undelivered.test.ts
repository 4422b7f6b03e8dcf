import { expect, test } from 'bun:test'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { rowsOf } from '../support/account/account.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import type { TestServer } from '../support/server.ts'
import {
  accessOf,
  balances,
  begin,
  card,
  collect,
  confirm,
  openShop,
  postings,
  settled,
  shopOf,
  verify,
} from '../support/shop/checkout.ts'

const env = { PLATFORM_FEE_PERCENT: '10' }
const reconciled = (svc: TestServer, fix = false) => doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling', { fix })

const emailsOf = ({ ctx }: TestServer) =>
  ctx.db.$client
    .query<{ kind: string; text: string }, []>('SELECT kind, text_body AS text FROM mails ORDER BY rowid')
    .all()

const switchOff = (svc: TestServer) => svc.ctx.db.$client.run('UPDATE tracks SET active = 0, inactive_at = 1')

const sorry = {
  error: 'We cannot give you what you paid for, so all of it goes back to you.',
  code: 'BAD_STATE',
  field: 'paymentIntentId',
  hint: 'There is nothing for you to do. Banks take about a week.',
}

test('a payment for a casset without tracks left goes back by itself, and its payer is told why', async () => {
  const { svc, ada, dawn } = await openShop({ env })
  await using _ = svc
  const started = await begin(svc, ada)
  switchOff(svc)
  await confirm(svc, ada, started)
  await settled(svc)
  expect(rowsOf(svc, 'orders')).toMatchObject([{ id: started.orderId, state: 'UNDELIVERED', paid_at: null }])
  const { stripe } = shopOf(svc)
  expect((await stripe.refunds.list()).data).toMatchObject([{ amount: 700, status: 'succeeded' }])
  expect(postings(svc)).toEqual({ SALE: 1, PROCESSOR_FEE: 1, PLATFORM_FEE: 1, REFUND: 1, PLATFORM_FEE_REFUND: 1 })
  expect(balances(svc)).toMatchObject({ 'OWED nova': -50, REFUNDS: 700, PLATFORM: 0 })
  expect((await stripe.transfers.list()).data).toEqual([])
  const answer = await verify(svc, ada, started)
  expect([answer.status, answer.json]).toEqual([409, sorry])
  const [email, ...others] = emailsOf(svc)
  expect(others).toEqual([])
  expect(email?.kind).toBe('undelivered')
  expect(email?.text).toContain(
    'your payment of $7.00 to Nova (@nova) has arrived, but we cannot give you what it was for (First Light): there is nothing to hear on it any more.',
  )
  svc.ctx.db.$client.run('UPDATE tracks SET active = 1')
  await verify(svc, ada, started)
  await settled(svc)
  expect([rowsOf(svc, 'purchases'), await accessOf(svc, dawn.id, ada)]).toEqual([[], 'hook'])
  expect((await stripe.refunds.list()).data).toHaveLength(1)
  expect([verifyLedger(svc.ctx).problems, await reconciled(svc)]).toMatchObject([[], { ok: true }])
  await collect(svc, ada)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect(balances(svc)).toMatchObject({ nova: 580 - 50, 'OWED nova': 0 })
})

test('another sum than was ordered goes back whole, however late the processor hears of it', async () => {
  let isDown = false
  const isRefund = ({ method, url }: Request) => method === 'POST' && url.endsWith('/v1/refunds')
  const intercept = async (request: Request, answer: () => Promise<Response>) =>
    isDown && isRefund(request) ? new Response('<html>Bad gateway</html>', { status: 502 }) : answer()
  const { svc, ada } = await openShop({ env, testProcessor: { intercept } })
  await using _ = svc
  const { stripe } = shopOf(svc)
  const started = await begin(svc, ada)
  await stripe.paymentIntents.update(started.paymentIntentId, { amount: 60 })
  isDown = true
  await confirm(svc, ada, started)
  await shopOf(svc).test.settled()
  await svc.ctx.jobs.idle()
  const waiting = await reconciled(svc)
  expect(waiting?.problem).toBe(
    `order ${started.orderId} could not be delivered, and 60 usd of ${started.paymentIntentId} are not refunded yet`,
  )
  isDown = false
  svc.tick(3_600_000)
  await settled(svc)
  expect((await stripe.refunds.list()).data).toMatchObject([{ amount: 60 }])
  expect(rowsOf(svc, 'orders')).toMatchObject([{ state: 'UNDELIVERED' }])
  expect(emailsOf(svc)).toMatchObject([
    { kind: 'undelivered', text: expect.stringContaining('what arrived is not the sum') },
  ])
  expect([verifyLedger(svc.ctx).problems, await reconciled(svc)]).toMatchObject([[], { ok: true }])
})

test('a refund of it that its bank sends back is named, and not made again and again', async () => {
  const { svc, ada } = await openShop({ env })
  await using _ = svc
  const started = await begin(svc, ada)
  switchOff(svc)
  await confirm(svc, ada, started, card('4000000000007726'))
  await settled(svc)
  svc.tick(6_000)
  await settled(svc)
  const { data } = await shopOf(svc).stripe.refunds.list()
  expect(data).toMatchObject([{ status: 'failed' }])
  expect((await reconciled(svc, true))?.problem).toBe(
    `order ${started.orderId} could not be delivered, and 700 usd of ${started.paymentIntentId} are to be paid back another way: a refund failed`,
  )
  await settled(svc)
  // The money is the payer's: what nova owes for another order is not taken from it.
  expect([rowsOf(svc, 'owed_parts'), balances(svc)['OWED nova'], verifyLedger(svc.ctx).problems]).toEqual([[], 580, []])
  // By then the processor has forgotten the first request.
  svc.tick(25 * 3_600_000)
  await verify(svc, ada, started)
  await settled(svc)
  expect((await shopOf(svc).stripe.refunds.list()).data).toHaveLength(1)
})

test('the rest of it goes back also when somebody had refunded a part by hand before we heard of it', async () => {
  const { svc, ada } = await openShop({ env })
  await using _ = svc
  const started = await begin(svc, ada)
  switchOff(svc)
  svc.ctx.db.$client.run("UPDATE webhook_endpoints SET secret = 'whsec_lost'")
  await confirm(svc, ada, started)
  await shopOf(svc).stripe.refunds.create({ payment_intent: started.paymentIntentId, amount: 300 })
  await verify(svc, ada, started)
  await settled(svc)
  expect((await shopOf(svc).stripe.refunds.list()).data).toMatchObject([{ amount: 400 }, { amount: 300 }])
})

test('one that its payer disputes waits for the bank, and goes back when the bank gives it to us; where the processor refuses that, the doctor tells', async () => {
  let refuses = true
  const refusal = { type: 'invalid_request_error', code: 'charge_disputed', message: 'Charged back.' }
  const intercept = async ({ method, url }: Request, answer: () => Promise<Response>) =>
    refuses && method === 'POST' && url.endsWith('/v1/refunds')
      ? Response.json({ error: refusal }, { status: 400 })
      : answer()
  const { svc, ada } = await openShop({ env, testProcessor: { intercept } })
  await using _ = svc
  const { stripe } = shopOf(svc)
  const started = await begin(svc, ada)
  switchOff(svc)
  await confirm(svc, ada, started, card('4000000000000259'))
  await settled(svc)
  expect(rowsOf(svc, 'orders')).toMatchObject([{ state: 'UNDELIVERED' }])
  expect((await stripe.refunds.list()).data).toEqual([])
  expect(await reconciled(svc)).toMatchObject({ ok: true })
  const [dispute] = (await stripe.disputes.list()).data
  await stripe.disputes.update(dispute?.id ?? '', {
    evidence: { uncategorized_text: 'winning_evidence' },
    submit: true,
  })
  svc.tick(10_000)
  await settled(svc)
  expect((await stripe.refunds.list()).data).toEqual([])
  const { ok, problem } = (await reconciled(svc)) ?? {}
  expect([ok, problem]).toEqual([false, expect.stringContaining('to be paid back another way: it was disputed')])
  refuses = false
  await verify(svc, ada, started)
  await settled(svc)
  expect((await stripe.refunds.list()).data).toMatchObject([{ amount: 700, status: 'succeeded' }])
  expect([verifyLedger(svc.ctx).problems, await reconciled(svc)]).toMatchObject([[], { ok: true }])
})

test('of what could not be given, the doctor names what a bank has left of it', async () => {
  const { svc, ada } = await openShop({ env })
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  const started = await begin(svc, ada)
  switchOff(svc)
  await bank.restrict({ forbidden: ['POST /v1/refunds'] })
  await confirm(svc, ada, started)
  await settled(svc)
  const intent = await stripe.paymentIntents.retrieve(started.paymentIntentId)
  const dispute = await bank.openDispute(String(intent.latest_charge), { amount: 300 })
  await bank.moveDispute(dispute, 'lost')
  await settled(svc)
  expect((await reconciled(svc))?.problem).toContain(
    `400 usd of ${started.paymentIntentId} are to be paid back another way: it was disputed`,
  )
})
