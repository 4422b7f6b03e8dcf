import { describe, expect, test } from 'bun:test'
import { disputeReason } from '../../src/lib/payment/dispute-text.ts'
import { type DisputeState, disputeStateOf, needsAnswer } from '../../src/platform/payment/dispute-state.ts'
import { listed } from '../support/earnings/dispute.ts'
import { refundAsOwner } from '../support/earnings/sale.ts'
import type { TestServer } from '../support/server.ts'
import { shareShop } from '../support/shared.ts'
import { accessOf, card, collect, openShop, settled, shopOf, verify } from '../support/shop/checkout.ts'
import { inTree } from '../support/tree.ts'

const sharedShop = shareShop()

const took = [-700]
const gaveBack = [-700, 700]

/**
 * The meaning of each status of the SDK when no money was taken, when it is gone, and when it was
 * given back; and whether the bank waits for an answer.
 */
const meanings: Record<string, [untaken: DisputeState, gone: DisputeState, back: DisputeState, needsAnswer: boolean]> =
  {
    warning_needs_response: ['INQUIRY', 'OPEN', 'INQUIRY', true],
    warning_under_review: ['INQUIRY', 'OPEN', 'INQUIRY', false],
    warning_closed: ['KEPT', 'LOST', 'KEPT', false],
    needs_response: ['OPEN', 'OPEN', 'OPEN', true],
    under_review: ['OPEN', 'OPEN', 'OPEN', false],
    // Even while a fee that is listed with the dispute is more than what came back.
    won: ['KEPT', 'KEPT', 'KEPT', false],
    lost: ['KEPT', 'LOST', 'KEPT', false],
    prevented: ['KEPT', 'LOST', 'KEPT', false],
    appeal_needs_response: ['APPEAL', 'APPEAL', 'APPEAL', true],
    appeal_under_review: ['APPEAL', 'APPEAL', 'APPEAL', false],
  }

const linesOf = (amounts: readonly number[]) => amounts.map((amount) => JSON.parse(JSON.stringify({ amount })))
const stateOf = (status: string, amounts: readonly number[]) =>
  disputeStateOf({ status, balance_transactions: linesOf(amounts) })

const sdk = await Bun.file(inTree('node_modules/stripe/esm/resources/Disputes.d.ts')).text()

test('every reason that the pinned SDK documents is told in words of its own', () => {
  const [, line = ''] =
    /Reason given by cardholder for dispute\. Possible values are (.*?)\. Learn more/.exec(sdk) ?? []
  const known = [...line.matchAll(/`(\w+)`/g)].map(([, reason = '']) => reason)
  expect(known.length).toBeGreaterThan(10)
  expect(new Set(known.map(disputeReason)).size).toBe(known.length)
  expect(disputeReason('of_tomorrow')).toBe('their bank gives no reason')
})

test('the table has every status of a dispute that the pinned SDK knows, and no other', () => {
  const [, line = ''] = /\n {4}type Status = (.*);/.exec(sdk) ?? []
  const known = [...line.matchAll(/'(\w+)'/g)].map(([, status]) => status)
  expect(known.length).toBeGreaterThan(5)
  expect(known.toSorted()).toEqual(Object.keys(meanings).toSorted())
})

test.each(Object.entries(meanings))(
  '%s is decided by the money once it is not open, but for one that is won',
  (status, meaning) => {
    const told = [stateOf(status, []), stateOf(status, took), stateOf(status, gaveBack), needsAnswer({ status })]
    expect(told).toEqual(meaning)
  },
)

test('a status that nobody knows yet is decided by the money', () => {
  for (const status of ['settled_by_magic', 'needs_response_of_nobody', '']) {
    expect([stateOf(status, took), stateOf(status, []), stateOf(status, gaveBack)]).toEqual(['LOST', 'KEPT', 'KEPT'])
  }
})

test('money that comes back at another rate of exchange has come back', () => {
  expect(stateOf('won', [-640, 631])).toBe('KEPT')
  expect(stateOf('won', [-640, 652])).toBe('KEPT')
})

/** The rights of the buyer: the access to a track, and the status of their purchase. */
async function heldBy(svc: TestServer, { dawn, ada }: Awaited<ReturnType<typeof openShop>>) {
  const { json } = await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })
  const { purchases }: { purchases: { status: string }[] } = JSON.parse(JSON.stringify(json))
  return [await accessOf(svc, dawn.id, ada), purchases[0]?.status]
}

async function sold(open: () => ReturnType<typeof openShop> = sharedShop) {
  const shop = await open()
  const { svc, ada, nova } = shop
  const payment = await collect(svc, ada, card('4000000000000077'))
  const { stripe, test: bank } = shopOf(svc)
  const intent = await stripe.paymentIntents.retrieve(payment.paymentIntentId)
  const refund = (amount: number) =>
    svc.call('POST', `/api/studio/sales/${payment.orderId}/refund`, {
      cookie: nova.cookie,
      body: { amount, refundedAmount: 0 },
    })
  const held = async () => {
    await settled(svc)
    await verify(svc, ada, payment)
    return heldBy(svc, shop)
  }
  return { svc, bank, nova, orderId: payment.orderId, charge: String(intent.latest_charge), refund, held }
}

describe('what the buyer has', () => {
  const kept = ['full', 'PAID']
  const told = ['full', 'DISPUTED']
  const out = ['hook', 'DISPUTED']

  test('is gone with a lost dispute, also while it is appealed, and comes back when the appeal is won', async () => {
    const { bank, charge, held } = await sold()
    const id = await bank.openDispute(charge)
    expect(await held()).toEqual(told)
    for (const [to, has] of [
      ['lost', out],
      ['appeal_needs_response', out],
      ['appeal_under_review', out],
      ['won', kept],
    ] as const) {
      await bank.moveDispute(id, to)
      expect([to, ...(await held())]).toEqual([to, ...has])
    }
  })

  test('is gone with a dispute that the bank prevented by giving the money back', async () => {
    const { bank, charge, held } = await sold()
    await bank.openDispute(charge, { kind: 'prevented' })
    expect(await held()).toEqual(out)
  })

  test('stays during an inquiry, and is told of once the inquiry becomes a dispute', async () => {
    const { bank, charge, held } = await sold()
    const id = await bank.openDispute(charge, { kind: 'inquiry' })
    expect(await held()).toEqual(kept)
    await bank.moveDispute(id, 'needs_response')
    expect(await held()).toEqual(told)
    await bank.moveDispute(id, 'lost')
    expect(await held()).toEqual(out)
  })

  test('stays after an inquiry that is closed', async () => {
    const { bank, charge, held } = await sold()
    await bank.moveDispute(await bank.openDispute(charge, { kind: 'inquiry' }), 'warning_closed')
    expect(await held()).toEqual(kept)
  })

  test('cannot be refunded while the bank decides about a part of it, nor, as the processor has it, after that', async () => {
    const { svc, bank, charge, refund } = await sold(openShop)
    await using _ = svc
    const id = await bank.openDispute(charge, { amount: 200 })
    await settled(svc)
    const open = await refund(100)
    expect([open.status, open.json]).toEqual([
      409,
      {
        error: 'The buyer has disputed a part of this payment.',
        code: 'BAD_STATE',
        hint: 'The payment processor refunds nothing of it until their bank has decided, which may take three months: you get an email then.',
      },
    ])
    expect((await refund(501)).json).toMatchObject({ field: 'amount', hint: 'At most $5.00 can be refunded.' })
    await bank.moveDispute(id, 'lost')
    const lost = await refund(100)
    expect([lost.status, lost.json]).toMatchObject([409, { hint: expect.stringContaining('another way') }])
    const { stripe } = shopOf(svc)
    expect((await stripe.refunds.list()).data).toEqual([])
  })

  test('is refunded as far as it is not disputed where the processor allows it', async () => {
    const { svc, bank, charge, refund } = await sold()
    await bank.openDispute(charge, { kind: 'inquiry', amount: 200 })
    await settled(svc)
    expect((await refund(100)).json).toMatchObject({ sale: { status: 'PARTLY_REFUNDED', refundedAmount: 100 } })
  })

  test('stays when a part is lost, as after a refund of a part', async () => {
    const { bank, charge, held } = await sold()
    const id = await bank.openDispute(charge, { amount: 300 })
    expect(await held()).toEqual(told)
    await bank.moveDispute(id, 'lost')
    expect(await held()).toEqual(kept)
  })

  test('is gone when refunds and a lost part leave nothing of the payment', async () => {
    const { bank, charge, refund, held } = await sold()
    expect((await refund(400)).status).toBe(200)
    await bank.moveDispute(await bank.openDispute(charge, { amount: 300 }), 'lost')
    expect(await held()).toEqual(out)
  })

  test('is gone when the exchange of another day leaves a few cents', async () => {
    const { bank, charge, held } = await sold()
    await bank.moveDispute(await bank.openDispute(charge, { amount: 665 }), 'lost')
    expect(await held()).toEqual(out)
  })

  test('is gone with a refund, whatever becomes of a dispute after it', async () => {
    const { svc, bank, charge, nova, orderId, held } = await sold()
    await refundAsOwner(svc, nova, orderId)
    const id = await bank.openDispute(charge)
    expect(await held()).toEqual(['hook', 'REFUNDED'])
    await bank.moveDispute(id, 'won')
    expect(await held()).toEqual(['hook', 'REFUNDED'])
  })
})

test('a dispute that stays open and takes no answer waits for none', async () => {
  const intercept = async (request: Request, answer: () => Promise<Response>) => {
    const response = await answer()
    if (request.method !== 'GET' || !request.url.includes('/v1/disputes')) return response
    return new Response((await response.text()).replaceAll(/"due_by": ?\d+/g, '"due_by":0'), response)
  }
  const { svc, nova, ada } = await openShop({ testProcessor: { intercept } })
  await using _ = svc
  await collect(svc, ada, card('4000000000000259'))
  const [dispute] = await listed(svc, nova)
  expect(dispute).toMatchObject({ state: 'OPEN', canAnswer: false, answerBy: null })
})
