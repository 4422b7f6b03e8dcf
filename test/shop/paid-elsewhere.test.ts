import { expect, test } from 'bun:test'
import { addTape } from '../support/casset/tape.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import type { TestServer } from '../support/server.ts'
import { ask, card, collect, confirm, goodCard, settled, shopOf } from '../support/shop/checkout.ts'
import { beginAsGuest, collectAsGuest } from '../support/shop/guest.ts'
import { refund, rest, single } from '../support/shop/guest-rest.ts'
import { openSingles } from '../support/shop/single-track.ts'
import { addReadyTrack } from '../support/world.ts'

/** A card whose refunds fail some seconds later. */
const comesBack = card('4000000000007726')

const back = async (svc: TestServer) => {
  svc.tick(6_000)
  await settled(svc)
}

const asked = async (svc: TestServer) => {
  await settled(svc)
  return doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling')
}

const named = ({ orderId, paymentIntentId }: { orderId: string; paymentIntentId: string }, left: number) =>
  `order ${orderId} is a second payment of what its buyer has, and ${left} usd of ${paymentIntentId} are to be paid back another way: a refund failed`

test('the doctor names a payment for a track whose refund came back after its buyer had paid for the casset', async () => {
  const { svc, ada, dawn } = await openSingles()
  await using _ = svc
  const track = await collect(svc, ada, comesBack, { slug: 'nova', trackIds: [dawn.id] })
  await refund(svc, track)
  await collect(svc, ada)
  expect(await asked(svc)).toMatchObject({ ok: true })
  await back(svc)
  expect((await asked(svc))?.problem).toBe(named(track, 150))
})

test('the doctor names a payment for a track whose refund came back after the same track was paid again', async () => {
  const { svc, ada, dawn, kettle } = await openSingles()
  await using _ = svc
  const first = await collect(svc, ada, comesBack, { slug: 'nova', trackIds: [dawn.id] })
  await refund(svc, first)
  await collect(svc, ada, goodCard, { slug: 'nova', trackIds: [dawn.id, kettle.id] })
  await back(svc)
  expect((await asked(svc))?.problem).toBe(named(first, 150))
})

test('the doctor names a payment for everything whose refund came back after its buyer had paid for one of its tapes', async () => {
  const { svc, nova, ada } = await openSingles()
  await using _ = svc
  await addReadyTrack(svc.ctx, addTape(svc, nova, 'live', { priceMinor: 700 }), 'Live')
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: { percent: 20, hasFuture: true } })
  const all = await collect(svc, ada, comesBack, { slug: 'nova', everything: true })
  await refund(svc, all)
  await collect(svc, ada)
  await back(svc)
  expect((await asked(svc))?.problem).toBe(named(all, 1120))
})

test('the doctor names a guest’s rest whose refund came back after another rest of the same tracks was paid', async () => {
  const { svc, dawn } = await openSingles()
  await using _ = svc
  const track = await single(svc, dawn)
  const first = await beginAsGuest(svc, rest(track))
  await confirm(svc, { cookie: '' }, first, comesBack)
  await settled(svc)
  await refund(svc, first)
  await collectAsGuest(svc, rest(track))
  expect(await asked(svc)).toMatchObject({ ok: true })
  await back(svc)
  expect((await asked(svc))?.problem).toBe(named(first, 550))
})

test('the doctor is content with a track whose refund came back and whose price was taken off the rest then', async () => {
  const { svc, ada, dawn } = await openSingles()
  await using _ = svc
  const track = await collect(svc, ada, comesBack, { slug: 'nova', trackIds: [dawn.id] })
  await refund(svc, track)
  await back(svc)
  const whole = await collect(svc, ada)
  expect(await asked(svc)).toMatchObject({ ok: true })
  // The same when the casset is refunded from whose price the track was taken off.
  await refund(svc, whole)
  expect(await asked(svc)).toMatchObject({ ok: true })
})

test('the doctor is content with a track that was disputed while its buyer paid for the casset, also after half of it came back', async () => {
  const { svc, ada, dawn } = await openSingles()
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  const { paymentIntentId } = await collect(svc, ada, comesBack, { slug: 'nova', trackIds: [dawn.id] })
  await stripe.refunds.create({ payment_intent: paymentIntentId, amount: 75 })
  await back(svc)
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentIntentId)
  const dispute = await bank.openDispute(String(charge), {})
  await settled(svc)
  // The money that a bank has for the moment is not taken off: both stay apart.
  expect((await ask(svc, ada)).json).toMatchObject({ amount: 700 })
  await collect(svc, ada)
  await bank.moveDispute(dispute, 'won')
  expect(await asked(svc)).toMatchObject({ ok: true })
})
