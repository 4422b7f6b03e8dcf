import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import type { TestServer } from '../support/server.ts'
import {
  begin,
  begun,
  card,
  confirm,
  openShop,
  type Started,
  settled,
  shopOf,
  verify,
} from '../support/shop/checkout.ts'
import type { Person } from '../support/world.ts'

const minuteMs = 60_000

const keep = (svc: TestServer, { cookie }: Person, { paymentIntentId }: Pick<Started, 'paymentIntentId'>) =>
  svc.call('POST', '/api/checkout/kept-card', { cookie, body: { paymentIntentId } })

const startTip = async (svc: TestServer, { cookie }: Person) =>
  begun(await svc.call('POST', '/api/casset/nova/tip', { cookie, body: { amount: 300 } }))

/** The card that the page of a tip offers to pay with; null where it shows the form. */
async function offered(svc: TestServer, { cookie }: Person): Promise<{ methodId: string; name: string } | null> {
  const { text } = await svc.call('GET', '/checkout/nova/tip', { cookie, headers: { accept: 'text/html' } })
  const [, methodId, name] =
    /"kept":\{"methodId":"([^"]+)","name":"([^"]+)"\}/.exec(text.replaceAll('&quot;', '"')) ?? []
  return methodId === undefined || name === undefined ? null : { methodId, name }
}

/** Pays with a kept card, as the browser does. */
const payAgain = (svc: TestServer, { cookie }: Person, started: Started, paymentMethod: string) =>
  svc.call('POST', '/api/checkout/test/confirm', {
    cookie,
    body: { paymentIntentId: started.paymentIntentId, clientSecret: started.clientSecret, paymentMethod },
  })

/** Ada has paid for nova's casset, and ticked that the card may be used again. */
async function kept() {
  const shop = await openShop()
  const { svc, ada } = shop
  const started = await begin(svc, ada)
  expect((await keep(svc, ada, started)).status).toBe(204)
  expect(await offered(svc, ada)).toBeNull()
  await confirm(svc, ada, started)
  expect((await verify(svc, ada, started)).json).toMatchObject({ entitled: true })
  await settled(svc)
  const card = await offered(svc, ada)
  if (!card) throw new Error('no card is offered')
  return { ...shop, started, card }
}

const attached = async (svc: TestServer, methodId: string) =>
  (await shopOf(svc).stripe.paymentMethods.retrieve(methodId)).customer !== null

test('a card that was ticked pays the next thing of the visit, and one that was not is kept nowhere', async () => {
  const { svc, ada, card } = await kept()
  await using _ = svc
  expect(card).toEqual({ methodId: expect.stringMatching(/^pm_/), name: 'Visa ending in 4242' })
  const tip = await startTip(svc, ada)
  expect((await payAgain(svc, ada, tip, card.methodId)).json).toMatchObject({ status: 'succeeded' })
  expect((await verify(svc, ada, tip)).json).toMatchObject({ entitled: true })
  await settled(svc)
  expect(rowsOf(svc, 'tips')).toHaveLength(1)

  const plain = await openShop()
  await using __ = plain.svc
  const started = await begin(plain.svc, plain.ada)
  await confirm(plain.svc, plain.ada, started)
  await verify(plain.svc, plain.ada, started)
  expect([rowsOf(plain.svc, 'kept_cards'), await offered(plain.svc, plain.ada)]).toEqual([[], null])
  const { payment_method: used } = await shopOf(plain.svc).stripe.paymentIntents.retrieve(started.paymentIntentId)
  expect(await attached(plain.svc, String(used))).toBe(false)
  // When its payer did not ask to keep it, the processor lets nobody pay with it again.
  const again = await startTip(plain.svc, plain.ada)
  expect((await payAgain(plain.svc, plain.ada, again, String(used))).status).toBe(409)
})

test('a kept card is another session’s as little as another person’s, and nobody keeps another’s', async () => {
  const { svc, ada, nova, draft, card, started } = await kept()
  await using _ = svc
  expect((await keep(svc, nova, started)).status).toBe(404)
  expect(await offered(svc, draft)).toBeNull()
  svc.ctx.db.$client.run('UPDATE kept_cards SET session_id = ?', [draft.sessionId])
  expect(await offered(svc, ada)).toBeNull()
  const tip = await startTip(svc, draft)
  expect((await payAgain(svc, draft, tip, card.methodId)).status).toBe(409)
  expect(rowsOf(svc, 'tips')).toEqual([])
  // After its payment has gone through, a card can no longer be kept.
  expect((await keep(svc, ada, started)).status).toBe(409)
})

test('the visit ends after two hours, with the session, or by a press: here at once, there soon', async () => {
  const ends = [
    { by: (svc: TestServer) => svc.tick(121 * minuteMs) },
    {
      by: (svc: TestServer, { cookie }: Person) => svc.call('POST', '/api/auth/logout', { cookie, body: {} }),
      waitMs: 11 * minuteMs,
    },
    { by: (svc: TestServer, { cookie }: Person) => svc.call('DELETE', '/api/checkout/kept-card', { cookie }) },
  ]
  for (const { by, waitMs = 0 } of ends) {
    const { svc, ada, card } = await kept()
    await using _ = svc
    svc.tick(9 * minuteMs)
    await svc.ctx.jobs.idle()
    expect(await attached(svc, card.methodId)).toBe(true)
    await by(svc, ada)
    expect(await offered(svc, ada)).toBeNull()
    if (waitMs > 0) svc.tick(waitMs)
    svc.ctx.jobs.wake()
    await svc.ctx.jobs.idle()
    expect(await attached(svc, card.methodId)).toBe(false)
    expect(rowsOf(svc, 'kept_cards')).toEqual([])
  }
})

test('a payment that is never finished loses the wish to keep its card', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const started = await begin(svc, ada)
  await keep(svc, ada, started)
  const read = async () =>
    (await shopOf(svc).stripe.paymentIntents.retrieve(started.paymentIntentId)).setup_future_usage
  expect(await read()).toBe('on_session')
  svc.tick(121 * minuteMs)
  svc.ctx.jobs.wake()
  await svc.ctx.jobs.idle()
  expect([await read(), rowsOf(svc, 'kept_cards')]).toEqual([null, []])
})

test('a card that the bank refuses is not kept', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const declined = await begin(svc, ada)
  await keep(svc, ada, declined)
  await confirm(svc, ada, declined, card('4000000000000002'))
  await verify(svc, ada, declined)
  expect(await offered(svc, ada)).toBeNull()
})

test('looking whether the visit goes on is no attempt that failed', async () => {
  const { svc } = await kept()
  await using _ = svc
  for (let look = 0; look < 8; look += 1) {
    svc.tick(11 * minuteMs)
    await svc.ctx.jobs.idle()
  }
  const sql = "SELECT state, attempts FROM jobs WHERE kind = 'end-kept-card'"
  expect(svc.ctx.db.$client.query(sql).all()).toEqual([{ state: 'READY', attempts: 0 }])
})

test('a payment that goes through while its card is being given up keeps none', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const started = await begin(svc, ada)
  await keep(svc, ada, started)
  const { paymentIntents } = shopOf(svc).stripe
  const read = paymentIntents.retrieve.bind(paymentIntents)
  const retrieve = async (id: string) => {
    const intent = await read(id)
    Object.assign(paymentIntents, { retrieve: read })
    await confirm(svc, ada, started)
    return intent
  }
  svc.tick(121 * minuteMs)
  Object.assign(paymentIntents, { retrieve })
  svc.ctx.jobs.wake()
  await svc.ctx.jobs.idle()
  const { payment_method: used, status } = await read(started.paymentIntentId)
  expect(status).toBe('succeeded')
  svc.tick(11 * minuteMs)
  svc.ctx.jobs.wake()
  await svc.ctx.jobs.idle()
  expect([await attached(svc, String(used)), rowsOf(svc, 'kept_cards')]).toEqual([false, []])
})

test('a card that a restored copy of the database has forgotten is taken away with the order that comes back', async () => {
  using folder = temporaryFolder()
  const options = { dataDir: folder.path }
  const { svc: before, ada } = await openShop(options)
  const copy = backUp(before)
  const started = await begin(before, ada)
  await keep(before, ada, started)
  await confirm(before, ada, started)
  await verify(before, ada, started)
  const card = await offered(before, ada)
  await using svc = await restore(before, copy, { ...options, env: { PAYMENTS: 'test' } })
  expect(await attached(svc, card?.methodId ?? '')).toBe(true)
  await shopOf(svc).stripe.refunds.create({ payment_intent: started.paymentIntentId, amount: 100 })
  await settled(svc)
  expect(await attached(svc, card?.methodId ?? '')).toBe(false)
})
