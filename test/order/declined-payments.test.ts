import { expect, test } from 'bun:test'
import type { TestServer } from '../support/server.ts'
import { ask, begin, card, confirm, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { cast, type Person } from '../support/world.ts'

const declined = card('4000000000000002')
const refusal = { error: 'Too many payments were declined. Try again in 6 min.', code: 'RATE_LIMIT' }

/** Tries cards at one payment, as often as it takes them. */
async function tryCards(svc: TestServer, buyer: Person, times: number) {
  const started = await begin(svc, buyer)
  for (let tried = 0; tried < times; tried += 1) await confirm(svc, buyer, started, declined)
  await settled(svc)
  return started
}

test('after ten declined payments an account begins none for a while, and the open one is cancelled', async () => {
  const { svc, ada, hidden } = await openShop({ clock: 'stands' })
  await using _ = svc
  const started = await tryCards(svc, ada, 9)
  expect((await ask(svc, ada)).status).toBe(200)
  const last = await tryCards(svc, ada, 1)
  const { status, json, headers } = await ask(svc, ada)
  expect([status, json, headers.get('retry-after')]).toEqual([429, refusal, '360'])
  const tip = await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body: { amount: 500 } })
  expect([tip.status, tip.json]).toEqual([429, refusal])
  const { stripe } = shopOf(svc)
  for (const { paymentIntentId } of [started, last]) {
    expect((await stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled')
  }
  expect((await ask(svc, hidden)).status).toBe(200)
  svc.tick(360_000)
  expect((await ask(svc, ada)).status).toBe(200)
})

test('after thirty declined payments from one address, no account begins one there', async () => {
  const { svc } = await openShop({ clock: 'stands' })
  await using _ = svc
  for (const name of ['one', 'two', 'three']) await tryCards(svc, cast(svc.ctx, name), 10)
  const other = cast(svc.ctx, 'other')
  expect((await ask(svc, other)).status).toBe(429)
})
