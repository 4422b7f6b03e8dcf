import { expect, test } from 'bun:test'
import { hasCollected } from '../../src/casset/access/collected.ts'
import { addTape } from '../support/casset/tape.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import type { TestServer } from '../support/server.ts'
import { accessOf, begin, card, collect, confirm, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { makeCodes, redeem } from '../support/shop/code.ts'
import { faultsOf } from '../support/shop/gift.ts'
import { askMoneyBack } from '../support/shop/holder.ts'
import { callOff, dayMs, inMs, openPreorder, setOpening } from '../support/shop/preorder.ts'
import { addReadyTrack } from '../support/world.ts'

/** A card whose refunds fail some seconds later. */
const comesBack = card('4000000000007726')

/** It arrives days later, and until then it cannot be cancelled. */
const bankDebit = card('4000000000001117')

const back = async (svc: TestServer) => {
  svc.tick(6_000)
  await settled(svc)
}

const problemOf = async (svc: TestServer) => (await doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling'))?.problem

const named = (orderId: string, left: number, paymentIntentId: string) =>
  `order ${orderId} was of a preorder that was called off, and ${left} usd of ${paymentIntentId} are to be paid back another way: a refund failed`

/** nova's first casset of 700 and another one of 300, sold together at 20 % off: 560 and 240. */
async function openBoth(hasFuture: boolean) {
  const shop = await openShop()
  const { svc, nova } = shop
  const other = await addReadyTrack(svc.ctx, addTape(svc, nova, 'live', { priceMinor: 300 }), 'Live')
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: { percent: 20, hasFuture } })
  const refund = async (paymentIntentId: string, amount?: number) => {
    await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId, ...(amount ? { amount } : {}) })
    await settled(svc)
  }
  return { ...shop, other, refund }
}

const everything = { slug: 'nova', everything: true }

test('the doctor names the money of a preorder that was called off, and whose refund came back', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada } = shop
  const { orderId, paymentIntentId } = await collect(svc, ada, comesBack)
  await callOff(svc, nova)
  await settled(svc)
  expect(await problemOf(svc)).toBeUndefined()
  await back(svc)
  expect(await problemOf(svc)).toBe(named(orderId, 700, paymentIntentId))
})

test('of everything whose refund came back, the doctor names the part of a tape called off meanwhile, until it is paid back', async () => {
  const { svc, nova, ada, dawn, other, refund } = await openBoth(false)
  await using _ = svc
  const { orderId, paymentIntentId } = await collect(svc, ada, comesBack, everything)
  await refund(paymentIntentId)
  expect((await setOpening(svc, nova, { opensAt: inMs(svc, dayMs) })).status).toBe(200)
  expect((await callOff(svc, nova)).status).toBe(204)
  await back(svc)
  expect(await accessOf(svc, other.id, ada)).toBe('full')
  expect(await problemOf(svc)).toBe(named(orderId, 560, paymentIntentId))
  await refund(paymentIntentId, 160)
  expect(await problemOf(svc)).toBe(named(orderId, 400, paymentIntentId))
  await refund(paymentIntentId, 400)
  expect(await problemOf(svc)).toBeUndefined()
  expect([await accessOf(svc, dawn.id, ada), faultsOf(svc)]).toEqual(['404', []])
})

test.each([false, true])(
  'a tape that was paid for with everything is its buyer’s again when it opens after all',
  async (hasFuture) => {
    const { svc, nova, ada, dawn, refund } = await openBoth(hasFuture)
    await using _ = svc
    const { paymentIntentId } = await collect(svc, ada, comesBack, everything)
    await refund(paymentIntentId)
    await setOpening(svc, nova, { opensAt: inMs(svc, dayMs) })
    await callOff(svc, nova)
    await back(svc)
    expect((await setOpening(svc, nova, { opensAt: null })).status).toBe(200)
    expect((await setOpening(svc, nova, { published: true })).status).toBe(200)
    await settled(svc)
    expect(await accessOf(svc, dawn.id, ada)).toBe('full')
    expect([await problemOf(svc), faultsOf(svc)]).toEqual([undefined, []])
  },
)

test('everything whose dispute is won after all goes back whole when a tape of it was called off meanwhile', async () => {
  const { svc, nova, ada, dawn, other } = await openBoth(true)
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  const { paymentIntentId } = await collect(svc, ada, undefined, everything)
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentIntentId)
  const dispute = await bank.openDispute(String(charge), {})
  await bank.moveDispute(dispute, 'lost')
  await settled(svc)
  await setOpening(svc, nova, { opensAt: inMs(svc, dayMs) })
  await callOff(svc, nova)
  await bank.moveDispute(dispute, 'appeal_needs_response')
  await bank.moveDispute(dispute, 'won')
  await settled(svc)
  await settled(svc)
  expect((await stripe.refunds.list()).data.map(({ amount }) => amount)).toEqual([800])
  expect([await accessOf(svc, dawn.id, ada), await accessOf(svc, other.id, ada)]).toEqual(['404', 'hook'])
  expect([await problemOf(svc), faultsOf(svc)]).toEqual([undefined, []])
})

test('a tape that was called off opens after all although a refund came back, and is that buyer’s', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, draft, kettle, emailsTo } = shop
  await collect(svc, ada, comesBack)
  await collect(svc, draft)
  await callOff(svc, nova)
  const open = async () => (await setOpening(svc, nova, { opensAt: null })).status
  expect(await open()).toBe(409)
  await settled(svc)
  await back(svc)
  expect(await open()).toBe(200)
  await settled(svc)
  expect((await setOpening(svc, nova, { published: true })).status).toBe(200)
  expect([await accessOf(svc, kettle.id, ada), await accessOf(svc, kettle.id, draft)]).toEqual(['full', 'hook'])
  expect([
    (await emailsTo('ada@example.com', 'is open')).length,
    (await emailsTo('draft@example.com', 'is open')).length,
  ]).toEqual([1, 0])
  expect([await problemOf(svc), faultsOf(svc)]).toEqual([undefined, []])
})

test('a payment that could not be refunded takes the place of a copy that was free when the tape is called off', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, kettle } = shop
  const { first: code } = await makeCodes(svc, nova)
  const started = await begin(svc, ada)
  await confirm(svc, ada, started, bankDebit)
  expect((await redeem(svc, ada, code)).status).toBe(200)
  const { stripe, test: bank } = shopOf(svc)
  await bank.finishPayment(started.paymentIntentId, 'succeeded')
  await settled(svc)
  const [refund] = (await stripe.refunds.list()).data
  await bank.failRefund(refund?.id ?? '')
  await settled(svc)
  await callOff(svc, nova)
  await settled(svc)
  expect(faultsOf(svc)).toEqual([])
  expect(hasCollected(svc.ctx, nova.cassetId, ada.userId)).toBe(true)
  expect((await setOpening(svc, nova, { opensAt: null })).status).toBe(200)
  expect((await setOpening(svc, nova, { published: true })).status).toBe(200)
  expect(await accessOf(svc, kettle.id, ada)).toBe('full')
})

test('a tape that was called off gets another hour although a refund came back, whose buyer may ask for it again', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, kettle } = shop
  const { orderId } = await collect(svc, ada, comesBack)
  await callOff(svc, nova)
  await settled(svc)
  await back(svc)
  expect((await setOpening(svc, nova, { opensAt: inMs(svc, 5 * dayMs), published: true })).status).toBe(200)
  expect(await accessOf(svc, kettle.id, ada)).toBe('404')
  svc.tick(dayMs)
  expect((await askMoneyBack(svc, orderId, ada)).status).toBe(204)
  expect(faultsOf(svc)).toEqual([])
})
