import { expect, test } from 'bun:test'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { rowsOf } from '../support/account/account.ts'
import { addSale, earn } from '../support/earnings/sale.ts'
import type { TestServer } from '../support/server.ts'
import {
  accessOf,
  balances,
  begun,
  card,
  collect,
  confirm,
  goodCard,
  openShop,
  postings,
  settled,
  shopOf,
} from '../support/shop/checkout.ts'
import type { Person } from '../support/world.ts'

const refundWarning = 'After a full refund, they lose the casset; after a partial one, they keep it.'
const sale = (changes: Record<string, unknown> = {}) => ({
  orderId: expect.any(String),
  kind: 'casset',
  what: 'First Light',
  shown: { label: 'Casset', title: 'First Light', message: null, name: 'First Light', refundWarning },
  buyer: { handle: 'ada', displayName: 'Ada' },
  amount: 700,
  currency: 'usd',
  status: 'PAID',
  refundedAmount: 0,
  ...{ dispute: null, refundFailedAt: null, code: null, waitsFor: null, receiptProblem: null },
  mode: 'test',
  paidAt: expect.stringMatching(/Z$/),
  ...changes,
})

const salesOf = async (svc: TestServer, { cookie }: Person, query = '') =>
  (await svc.call('GET', `/api/studio/sales${query}`, { cookie })).json

const refund = (svc: TestServer, { cookie }: Person, orderId: string, body: Record<string, unknown> = {}) =>
  svc.call('POST', `/api/studio/sales/${orderId}/refund`, { cookie, body })

const badState = (error: string, hint: string) => ({ error, code: 'BAD_STATE', hint })

test('a sale that is refunded from the studio ends what was bought in the same moment, and takes the money back', async () => {
  const { svc, nova, ada, dawn } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  expect(await salesOf(svc, nova)).toEqual({ sales: [sale({ orderId })], nextCursor: null })
  await earn(svc, nova)
  expect(await salesOf(svc, ada)).toEqual({ sales: [], nextCursor: null })
  const { status, json } = await refund(svc, nova, orderId)
  expect([status, json]).toEqual([200, { sale: sale({ orderId, status: 'REFUNDED', refundedAmount: 700 }) }])
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  expect(rowsOf(svc, 'purchases')).toMatchObject([
    { status: 'REFUNDED', ended_at: expect.any(Number) },
    { status: 'PAID' },
  ])
  await settled(svc)
  expect(balances(svc)).toEqual({
    BUYERS: -5_700,
    // The processor has 1.75 and the platform 5 of the other sale's 50 dollars, and the fee of this
    // sale is taken from it.
    nova: 5_000 - 175 - 500 - 50,
    'OWED nova': 0,
    PLATFORM: 500,
    PROCESSOR_FEES: 175 + 50,
    REFUNDS: 700,
  })
  const before = rowsOf(svc, 'ledger_entries')
  await settled(svc)
  expect(rowsOf(svc, 'ledger_entries')).toEqual(before)
  const again = await refund(svc, nova, orderId)
  const error = badState('This sale is already refunded.', 'The money is on its way back.')
  expect([again.status, again.json]).toEqual([409, error])
  const told = svc.logged.filter((line) => line.includes('security.refund_made')).map((line) => JSON.parse(line))
  expect(told).toMatchObject([{ userId: nova.userId, address: '127.0.0.1', orderId, amountMinor: 700 }])
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('a part goes back and leaves what was bought; the same amount can go back again, and then only the rest', async () => {
  const { svc, nova, ada, dawn } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  await earn(svc, nova)
  for (const [body, refundedAmount] of [
    [{ amount: 100, refundedAmount: 0 }, 100],
    [{ amount: 100, refundedAmount: 100 }, 200],
  ] as const) {
    const { json } = await refund(svc, nova, orderId, body)
    expect(json).toEqual({ sale: sale({ orderId, status: 'PARTLY_REFUNDED', refundedAmount }) })
    await settled(svc)
  }
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect(balances(svc)).toMatchObject({ REFUNDS: 200, nova: 400 + 4_325, PLATFORM: 50 + 500 })
  const tooMuch = await refund(svc, nova, orderId, { amount: 501, refundedAmount: 200 })
  expect([tooMuch.status, tooMuch.json]).toEqual([
    400,
    {
      error: 'This is more than is left of the sale.',
      code: 'VALIDATION',
      field: 'amount',
      hint: 'At most $5.00 can be refunded.',
    },
  ])
  const late = await refund(svc, nova, orderId, { amount: 100, refundedAmount: 100 })
  const changed = badState('This sale has changed in the meantime.', 'Load the page again to see what is left of it.')
  expect([late.status, late.json]).toEqual([409, changed])
  const rest = await refund(svc, nova, orderId)
  expect(rest.json).toEqual({ sale: sale({ orderId, status: 'REFUNDED', refundedAmount: 700 }) })
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  await settled(svc)
  expect([balances(svc).nova, postings(svc).REFUND]).toEqual([4_325 - 50, 3])
})

test('ten presses at once are one refund', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => refund(svc, nova, orderId, { amount: 100, refundedAmount: 0 })),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const other = await Promise.all(
    [300, 400].map((amount) => refund(svc, nova, orderId, { amount, refundedAmount: 100 })),
  )
  expect(other.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await settled(svc)
  const { data } = await shopOf(svc).stripe.refunds.list()
  expect(data.length).toBe(2)
  expect(postings(svc).REFUND).toBe(2)
})

test('a refund whose answer is lost is told plainly, and asking again does not refund twice', async () => {
  let isDown = false
  const isRefund = ({ method, url }: Request) => method === 'POST' && url.endsWith('/v1/refunds')
  const intercept = async (request: Request, answer: () => Promise<Response>) => {
    const response = await answer()
    return isDown && isRefund(request) ? new Response('<html>Bad gateway</html>', { status: 502 }) : response
  }
  const { svc, nova, ada, dawn } = await openShop({ testProcessor: { intercept } })
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  isDown = true
  svc.ctx.db.$client.run('DELETE FROM webhook_endpoints')
  const lost = await refund(svc, nova, orderId, { amount: 300, refundedAmount: 0 })
  expect([lost.status, lost.json, lost.headers.get('retry-after')]).toEqual([
    503,
    {
      error: 'The payment processor is not answering right now.',
      code: 'UNAVAILABLE',
      hint: 'Try again in a minute: nothing is refunded twice.',
    },
    '30',
  ])
  isDown = false
  // The reversed transfer is not sent again until the payment, which shows the refund, is read.
  await settled(svc)
  expect(balances(svc)).toMatchObject({ REFUNDS: 300, nova: 350, 'OWED nova': 0 })
  expect((await refund(svc, nova, orderId, { amount: 300, refundedAmount: 0 })).status).toBe(409)
  expect(await salesOf(svc, nova)).toEqual({
    sales: [sale({ orderId, status: 'PARTLY_REFUNDED', refundedAmount: 300 })],
    nextCursor: null,
  })
  expect((await shopOf(svc).stripe.refunds.list()).data.map(({ amount }) => amount)).toEqual([300])
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
})

test("a refund that the buyer's bank sends back is told, gives the casset back, and can be made again", async () => {
  const { svc, nova, ada, dawn } = await openShop()
  await using _ = svc
  const { orderId } = await collect(svc, ada, card('4000000000007726'))
  await earn(svc, nova)
  expect((await refund(svc, nova, orderId)).status).toBe(200)
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  svc.tick(6_000)
  await settled(svc)
  const failed = { orderId, status: 'PAID', refundedAmount: 0, refundFailedAt: expect.stringMatching(/Z$/) }
  expect(await salesOf(svc, nova)).toMatchObject({ sales: [{ amount: 5_000 }, sale(failed)] })
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  const again = await refund(svc, nova, orderId)
  expect(again.json).toEqual({ sale: sale({ orderId, status: 'REFUNDED', refundedAmount: 700 }) })
  expect(postings(svc)).toMatchObject({ REFUND: 2, REFUND_FAILURE: 1 })
})

test('money that went back elsewhere before we heard of it is not refunded again', async () => {
  const { svc, nova, ada, dawn } = await openShop()
  await using _ = svc
  const { orderId, paymentIntentId } = await collect(svc, ada)
  svc.ctx.db.$client.run("UPDATE webhook_endpoints SET secret = 'whsec_lost'")
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId, amount: 300 })
  const whole = await refund(svc, nova, orderId)
  const changed = badState('This sale has changed in the meantime.', 'Load the page again to see what is left of it.')
  expect([whole.status, whole.json]).toEqual([409, changed])
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  const late = await refund(svc, nova, orderId, { amount: 100, refundedAmount: 300 })
  expect([late.status, late.json]).toMatchObject([409, { error: 'This sale is already refunded.' }])
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
})

test('a disputed sale cannot be refunded: its bank decides', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const { orderId } = await collect(svc, ada, card('4000000000000259'))
  expect(await salesOf(svc, nova)).toMatchObject({ sales: [{ orderId, status: 'DISPUTED', refundedAmount: 0 }] })
  const { status, json } = await refund(svc, nova, orderId)
  const hint = 'Their bank decides where the money goes: a refund now would pay it back twice.'
  expect([status, json]).toEqual([409, badState('The buyer has disputed this payment.', hint)])
  expect(await salesOf(svc, nova)).toMatchObject({ sales: [{ orderId, status: 'DISPUTED', dispute: 'OPEN' }] })
  const { stripe } = shopOf(svc)
  await stripe.disputes.close((await stripe.disputes.list()).data[0]?.id ?? '')
  await settled(svc)
  expect(await salesOf(svc, nova)).toMatchObject({ sales: [{ orderId, status: 'DISPUTED', dispute: 'LOST' }] })
  const lost = badState("The buyer's bank has given this money back.", 'A refund now would pay it back twice.')
  expect((await refund(svc, nova, orderId)).json).toEqual(lost)
})

test('a sale that was not paid, was free, or was paid in another mode cannot be refunded', async () => {
  const { svc, nova, ada, hidden, draft } = await openShop()
  await using _ = svc
  const open = addSale(svc, ada, nova, { state: 'OPEN', paidAt: null })
  const free = addSale(svc, hidden, nova, { mode: 'free', amountMinor: 0 })
  const real = addSale(svc, draft, nova, { mode: 'live', paymentIntentId: 'pi_real' })
  const nothing = 'There is nothing to refund.'
  for (const [id, body] of [
    [open.id, badState('This order was never paid.', nothing)],
    [free.id, badState('This sale was free.', 'Nothing was paid, so there is nothing to refund.')],
    [
      real.id,
      {
        error: 'This order was paid in another payment mode (test or live); switch PAYMENTS back to refund it.',
        code: 'BAD_STATE',
      },
    ],
  ] as const) {
    const { status, json } = await refund(svc, nova, id)
    expect([status, json]).toEqual([409, body])
  }
  expect(await salesOf(svc, nova)).toEqual({ sales: [], nextCursor: null })
  const { orderId } = await collect(svc, ada)
  for (const amount of [0, -1, 1.5, '100', null, 1_000_001]) {
    const { status, json } = await refund(svc, nova, orderId, { amount, refundedAmount: 0 })
    expect([amount, status, json]).toMatchObject([amount, 400, { code: 'VALIDATION', field: 'amount' }])
  }
  expect((await refund(svc, ada, real.id)).status).toBe(403)
  expect((await refund(svc, ada, open.id)).status).toBe(403)
})

test('tips stand among the sales with what was said, newest first, a page at a time, and are refunded alike', async () => {
  const { svc, nova, ada, hidden } = await openShop()
  await using _ = svc
  const tip = async (message?: string) => {
    const body = { amount: 500, ...(message === undefined ? {} : { message }) }
    const started = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body }))
    await confirm(svc, ada, started, goodCard)
    await settled(svc)
    svc.tick(1_000)
    return started.orderId
  }
  const ids = [await tip('For Dawn 🌅'), await tip()]
  const { orderId } = await collect(svc, hidden)
  const ends = 'After a full refund, the tip no longer counts.'
  const shown = { label: 'Tip', title: null, name: 'a tip', refundWarning: ends }
  const tipped = (orderId: string | undefined, message: string | null) =>
    sale({ kind: 'tip', amount: 500, orderId, what: message, shown: { ...shown, message } })
  expect(await salesOf(svc, nova, '?limit=2')).toEqual({
    sales: [sale({ orderId, buyer: { handle: 'hidden', displayName: 'Hidden' } }), tipped(ids[1], null)],
    nextCursor: ids[1],
  })
  expect(await salesOf(svc, nova, `?limit=2&cursor=${ids[1]}`)).toEqual({
    sales: [tipped(ids[0], 'For Dawn 🌅')],
    nextCursor: null,
  })
  const { json } = await refund(svc, nova, ids[0] ?? '')
  expect(json).toMatchObject({ sale: { status: 'REFUNDED', refundedAmount: 500 } })
  expect(rowsOf(svc, 'tips')).toMatchObject([{ status: 'REFUNDED' }, { status: 'PAID' }])
})

test('a refund that the processor refused for good is asked anew, and not answered from its memory', async () => {
  const keys: (string | null)[] = []
  const poor = {
    error: { type: 'invalid_request_error', code: 'balance_insufficient', message: 'Insufficient funds.' },
  }
  const intercept = async (request: Request, answer: () => Promise<Response>) => {
    if (request.method !== 'POST' || !request.url.endsWith('/v1/refunds')) return answer()
    keys.push(request.headers.get('idempotency-key'))
    return keys.length === 1 ? Response.json(poor, { status: 400 }) : answer()
  }
  const { svc, nova, ada } = await openShop({ testProcessor: { intercept } })
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  await earn(svc, nova)
  const { status, json } = await refund(svc, nova, orderId)
  const hint = 'The balance may be too low: try again later.'
  expect([status, json]).toEqual([409, badState('The payment processor refused this refund.', hint)])
  expect((await refund(svc, nova, orderId)).status).toBe(200)
  expect(keys).toEqual([`refund-${orderId}-0-0`, `refund-${orderId}-0-1`])
})
