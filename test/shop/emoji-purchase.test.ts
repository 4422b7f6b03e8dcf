import { expect, test } from 'bun:test'
import { cassets } from '../../db/schema/casset/casset.ts'
import { emojis } from '../../db/schema/shop/emoji.ts'
import { rowsOf } from '../support/account/account.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { balances, begun, confirm, goodCard, openShop, settled, shopOf, verify } from '../support/shop/checkout.ts'
import { addEmoji, buy, seenBy } from '../support/shop/emoji.ts'
import { type Person, world } from '../support/world.ts'

/** A shop in which nova offers one emoji for 200. */
async function openTray() {
  const shop = await openShop()
  return { ...shop, wave: await addEmoji(shop.svc, shop.nova) }
}

async function pay(svc: TestServer, buyer: Person, emojiId: string) {
  const started = begun(await buy(svc, buyer, emojiId))
  expect((await confirm(svc, buyer, started, goodCard)).json).toMatchObject({ status: 'succeeded' })
  return started
}

const withdraw = (svc: TestServer, { cookie }: Person, id: string) =>
  svc.call('DELETE', `/api/studio/emojis/${id}`, { cookie })

test('an emoji is its buyer’s once the webhook says that it is paid, and the money is the artist’s', async () => {
  const { svc, ada, wave } = await openTray()
  await using _ = svc
  const answer = await buy(svc, ada, wave.id)
  expect([answer.status, answer.json]).toMatchObject([200, { amount: 200, currency: 'usd', mode: 'test' }])
  const started = begun(answer)
  expect(rowsOf(svc, 'orders')).toMatchObject([
    {
      kind: 'emoji',
      thing_id: wave.id,
      subject: 'wave',
      amount_minor: 200,
      price_minor: 200,
      message: null,
      state: 'OPEN',
    },
  ])
  const intent = await shopOf(svc).stripe.paymentIntents.retrieve(started.paymentIntentId)
  expect(intent.description).toBe(':wave: by Nova')
  await confirm(svc, ada, started, goodCard)
  await settled(svc)
  expect(rowsOf(svc, 'emoji_purchases')).toMatchObject([{ order_id: started.orderId, status: 'PAID', ended_at: null }])
  expect(balances(svc)).toMatchObject({ BUYERS: -200, nova: 164 })
  expect(await seenBy(svc, ada)).toMatchObject([{ id: wave.id, owned: true }])
  expect(await seenBy(svc)).toMatchObject([{ id: wave.id, owned: false }])
  expect((await verify(svc, ada, started)).json).toEqual({ status: 'succeeded', entitled: true, purchase: null })
  expect(rowsOf(svc, 'purchases')).toEqual([])
})

test('the buyer of a withdrawn emoji keeps it, and nobody else sees it or gets it', async () => {
  const { svc, ada, nova, draft, wave } = await openTray()
  await using _ = svc
  await pay(svc, ada, wave.id)
  await settled(svc)
  const studio = async () => (await svc.call('GET', '/studio/emoji', { cookie: nova.cookie })).text
  expect(await studio()).toContain(wave.id)
  expect((await withdraw(svc, nova, wave.id)).status).toBe(204)
  expect(await studio()).not.toContain(wave.id)
  const withdrawn = rowsOf(svc, 'emojis')
  svc.tick(1_000)
  expect([(await withdraw(svc, nova, wave.id)).status, rowsOf(svc, 'emojis')]).toEqual([204, withdrawn])
  expect(await seenBy(svc, ada)).toMatchObject([{ id: wave.id, owned: true }])
  expect([await seenBy(svc), await seenBy(svc, draft), await seenBy(svc, nova)]).toEqual([[], [], []])
  const gone = await buy(svc, draft, wave.id)
  expect([gone.status, gone.json]).toEqual([409, { error: 'This emoji is no longer for sale.', code: 'BAD_STATE' }])
  expect((await svc.call('GET', `/api/emojis/${wave.sha256}.png`)).status).toBe(200)
  const patch = { cookie: nova.cookie, body: { price: 100 } }
  expect((await svc.call('PATCH', `/api/studio/emojis/${wave.id}`, patch)).status).toBe(409)
})

test('an emoji that was ordered before it was withdrawn is delivered all the same, at the price of the order', async () => {
  const { svc, ada, nova, wave } = await openTray()
  await using _ = svc
  const started = begun(await buy(svc, ada, wave.id))
  svc.ctx.db.update(emojis).set({ priceMinor: 900 }).run()
  await withdraw(svc, nova, wave.id)
  await confirm(svc, ada, started, goodCard)
  await settled(svc)
  expect(balances(svc)).toMatchObject({ BUYERS: -200 })
  expect(await seenBy(svc, ada)).toMatchObject([{ id: wave.id, owned: true }])
})

test('a refund ends it, and it may be bought again', async () => {
  const { svc, nova, ada, wave } = await openTray()
  await using _ = svc
  const sold = async () => {
    const patch = { cookie: nova.cookie, body: { price: 200 } }
    const { json } = await svc.call('PATCH', `/api/studio/emojis/${wave.id}`, patch)
    return Reflect.get(Object(Reflect.get(Object(json), 'emoji')), 'sold')
  }
  expect(await sold()).toBe(0)
  const { paymentIntentId } = await pay(svc, ada, wave.id)
  await settled(svc)
  expect(await sold()).toBe(1)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect(rowsOf(svc, 'emoji_purchases')).toMatchObject([{ status: 'REFUNDED', ended_at: expect.any(Number) }])
  expect([await seenBy(svc, ada), await sold()]).toMatchObject([[{ owned: false }], 0])
  const again = await pay(svc, ada, wave.id)
  await settled(svc)
  expect(rowsOf(svc, 'emoji_purchases')).toMatchObject([{ order_id: again.orderId, status: 'PAID', ended_at: null }])
})

test('one’s own, one that is there already, another casset’s and none at all are refused, and nothing is ordered', async () => {
  const { svc, ada, nova, hidden, draft, wave } = await openTray()
  await using _ = svc
  await pay(svc, ada, wave.id)
  await settled(svc)
  const before = rowsOf(svc, 'orders')
  const mine = await addEmoji(svc, ada)
  const secret = await addEmoji(svc, hidden)
  const answers = {
    own: await buy(svc, nova, wave.id),
    owned: await buy(svc, ada, wave.id),
    elsewhere: await buy(svc, draft, mine.id),
    hidden: await buy(svc, ada, secret.id, 'hidden'),
    absent: await buy(svc, ada, svc.ctx.uuid()),
    malformed: await buy(svc, ada, 'x'),
    nobody: await svc.call('POST', '/api/casset/nova/emoji/purchase', { body: { emojiId: wave.id } }),
  }
  const told = Object.entries(answers).map(([name, { status, json }]) => [
    name,
    status,
    Reflect.get(Object(json), 'error'),
  ])
  expect(told).toEqual([
    ['own', 409, 'This is your own emoji.'],
    ['owned', 409, 'You already have this emoji.'],
    ['elsewhere', 404, 'There is no such emoji.'],
    ['hidden', 404, 'There is no such casset.'],
    ['absent', 404, 'There is no such emoji.'],
    ['malformed', 404, 'There is no such emoji.'],
    ['nobody', 401, 'You are not signed in. Sign in, then try again.'],
  ])
  expect(rowsOf(svc, 'orders')).toEqual(before)
})

test('the same emoji paid twice at the same time is held once, and the other money goes back', async () => {
  const { svc, ada, wave } = await openTray()
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  const first = begun(await buy(svc, ada, wave.id))
  // A second checkout that does not know of the first, as when its answer overtook the cancelling
  // of the other.
  svc.ctx.db.$client.run("UPDATE orders SET state = 'REPLACED'")
  const second = begun(await buy(svc, ada, wave.id))
  const card = goodCard
  await Promise.all([first, second].map((started) => bank.confirmCard({ ...started, card, returnUrl: svc.url })))
  await settled(svc)
  expect(rowsOf(svc, 'emoji_purchases')).toHaveLength(1)
  expect(rowsOf(svc, 'emoji_purchases')).toMatchObject([{ status: 'PAID', ended_at: null }])
  const refunds = await stripe.refunds.list()
  expect(refunds.data.map(({ amount, reason }) => [amount, reason])).toEqual([[200, 'duplicate']])
  expect(balances(svc)).toMatchObject({ BUYERS: -400, REFUNDS: 200, nova: 164 - 36 })
})

test('a free emoji is taken at once, also where no payments are taken, and only once', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const gift = await addEmoji(svc, nova, 'gift', { priceMinor: 0 })
  const answers = await Promise.all([1, 2, 3].map(() => buy(svc, ada, gift.id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const taken = answers.find(({ status }) => status === 200)
  expect(taken?.json).toEqual({ orderId: expect.any(String), entitled: true })
  expect(await seenBy(svc, ada)).toMatchObject([{ id: gift.id, owned: true }])
  expect(rowsOf(svc, 'orders')).toMatchObject([{ kind: 'emoji', mode: 'free', state: 'PAID', amount_minor: 0 }])
  const priced = await addEmoji(svc, nova)
  const shut = await buy(svc, ada, priced.id)
  expect([shut.status, shut.json]).toMatchObject([409, { code: 'BAD_STATE' }])
})

test('a purchase of a casset that is put away later is kept, and seen again with it', async () => {
  const { svc, ada, wave } = await openTray()
  await using _ = svc
  await pay(svc, ada, wave.id)
  await settled(svc)
  svc.ctx.db.update(cassets).set({ published: false }).run()
  expect((await svc.call('GET', '/api/casset/nova/media', { cookie: ada.cookie })).status).toBe(404)
  svc.ctx.db.update(cassets).set({ published: true }).run()
  expect(await seenBy(svc, ada)).toMatchObject([{ id: wave.id, owned: true }])
})
