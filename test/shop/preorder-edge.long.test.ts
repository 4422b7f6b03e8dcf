import { expect, test } from 'bun:test'
import { purchases } from '../../db/schema/shop/purchase.ts'
import { giveBackCasset, takeDownCasset } from '../../src/casset/take-down.ts'
import { notifyPreorderJob } from '../../src/shop/preorder/notify-preorder.ts'
import { toldTo } from '../support/account/notification.ts'
import { addTape } from '../support/casset/tape.ts'
import type { TestServer } from '../support/server.ts'
import { accessOf, begin, books, collect, confirm, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { faultsOf } from '../support/shop/gift.ts'
import { refusalOf } from '../support/shop/guest.ts'
import { askMoneyBack } from '../support/shop/holder.ts'
import { callOff, closedOf, dayMs, hourMs, inMs, openPreorder, rowOf, setOpening } from '../support/shop/preorder.ts'
import { sellTracks } from '../support/shop/single-track.ts'
import { addReadyTrack, type Person } from '../support/world.ts'

const endsOf = ({ ctx }: TestServer, cassetId: string): boolean[] =>
  ctx.db
    .select()
    .from(purchases)
    .all()
    .filter((each) => each.cassetId === cassetId)
    .map(({ endedAt }) => endedAt !== null)

const refundsOf = async (svc: TestServer): Promise<number[]> =>
  (await shopOf(svc).stripe.refunds.list({ limit: 10 })).data.map(({ amount }) => amount)

/** Further tapes of nova at 300, each with a track, that are sold together with those to come. */
async function sellEverything(svc: TestServer, nova: Person, words: readonly string[]): Promise<Person[]> {
  const tapes: Person[] = []
  for (const word of words) {
    const cassetId = addTape(svc, nova, word, { priceMinor: 300 })
    await addReadyTrack(svc.ctx, cassetId, word)
    tapes.push({ ...nova, cassetId })
  }
  const body = { percent: 20, hasFuture: true }
  expect((await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body })).status).toBe(200)
  return tapes
}

test('a payment under way is promised the hour at which it began, and a tape that was open then too', async () => {
  for (const before of ['a preorder', 'open'] as const) {
    const { svc, nova, ada } = await openShop()
    await using _ = svc
    if (before === 'a preorder') await setOpening(svc, nova, { opensAt: inMs(svc, 10 * dayMs) })
    const started = await begin(svc, ada)
    expect((await setOpening(svc, nova, { opensAt: inMs(svc, 20 * dayMs) })).status).toBe(200)
    svc.tick(1_000)
    await confirm(svc, ada, started)
    await settled(svc)
    expect([before, (await askMoneyBack(svc, started.orderId, ada)).status]).toEqual([before, 204])
    await settled(svc)
    expect(await refundsOf(svc)).toEqual([700])
    expect(faultsOf(svc)).toEqual([])
  }
})

test('moves before anybody ordered a tape do not count for the year by which its hour moves', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada } = shop
  const move = async (days: number) => refusalOf(await setOpening(svc, nova, { opensAt: inMs(svc, days * dayMs) }))[0]
  const wait = (days: number) => {
    svc.tick(days * dayMs)
    svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, expires_at = ?1 + ?2', [svc.ctx.now(), 400 * dayMs])
  }
  expect(await move(300)).toBe(200)
  wait(20)
  await collect(svc, ada)
  // 80 days later than the buyer was promised is allowed, 390 days later is not.
  expect(await move(360)).toBe(200)
  wait(310)
  expect(await move(360)).toBe(409)
  expect(faultsOf(svc)).toEqual([])
})

test('a track that was bought by itself stays open when a preorder that was called off gets another hour', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, dawn } = shop
  sellTracks(svc, nova, 200)
  await collect(svc, ada, undefined, { slug: 'nova', trackIds: [dawn.id] })
  expect((await callOff(svc, nova)).status).toBe(204)
  await settled(svc)
  const opensAt = inMs(svc, 20 * dayMs)
  expect(refusalOf(await setOpening(svc, nova, { opensAt, openTrackIds: [] }))[1]).toBe('BAD_STATE')
  expect((await setOpening(svc, nova, { opensAt })).status).toBe(200)
  expect(closedOf(svc, nova.cassetId)).toEqual(['Kettle'])
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect(await refundsOf(svc)).toEqual([])
})

test('the hour of a preorder changes although a track that was open is deleted, which its buyers keep', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, dawn } = shop
  await collect(svc, ada)
  expect((await svc.call('DELETE', `/api/studio/tracks/${dawn.id}`, { cookie: nova.cookie })).status).toBe(204)
  expect((await setOpening(svc, nova, { opensAt: inMs(svc, 20 * dayMs), openTrackIds: [] })).status).toBe(200)
  expect(closedOf(svc, nova.cassetId)).toEqual(['Kettle'])
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
})

test('a tape of everything that is called off ends alone, and its holder is promised no money', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, emailsTo } = shop
  await sellEverything(svc, nova, ['live', 'more'])
  const bought = await collect(svc, ada, undefined, { slug: 'nova.live', everything: true })
  const soon = { ...nova, cassetId: addTape(svc, nova, 'soon', { priceMinor: 500, published: false }) }
  const track = await addReadyTrack(svc.ctx, soon.cassetId, 'Soon')
  expect((await setOpening(svc, soon, { opensAt: inMs(svc, dayMs), published: true })).status).toBe(200)
  await settled(svc)
  expect(endsOf(svc, soon.cassetId)).toEqual([false])
  expect((await callOff(svc, soon)).status).toBe(204)
  await settled(svc)
  const [mail] = await emailsTo('ada@example.com', 'called off')
  expect(mail?.text).toContain('Tape soon by Nova was called off')
  expect(mail?.text).not.toContain('paid')
  expect(await refundsOf(svc)).toEqual([])
  // News of the payment gives the others again, not this one.
  await shopOf(svc).stripe.refunds.create({ payment_intent: bought.paymentIntentId, amount: 100 })
  await settled(svc)
  expect(endsOf(svc, soon.cassetId)).toEqual([true])
  expect((await setOpening(svc, soon, { opensAt: null })).status).toBe(200)
  // Published after all, it is a tape to come again.
  expect((await setOpening(svc, soon, { published: true })).status).toBe(200)
  await settled(svc)
  expect([endsOf(svc, soon.cassetId), await accessOf(svc, track.id, ada)]).toEqual([[false], 'full'])
  expect(faultsOf(svc)).toEqual([])
})

test('a payment for everything comes back whole when a tape of it has become a preorder meanwhile', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada } = shop
  const [live] = await sellEverything(svc, nova, ['live', 'more'])
  const started = await begin(svc, ada, { slug: 'nova.live', everything: true })
  expect((await setOpening(svc, { ...nova, ...live }, { opensAt: inMs(svc, dayMs) })).status).toBe(200)
  await confirm(svc, ada, started)
  await settled(svc)
  expect(books(svc).orders.filter((order) => order.startsWith('UNDELIVERED')).length).toBe(1)
  expect(await refundsOf(svc)).toEqual([480])
  expect(faultsOf(svc)).toEqual([])
})

test('a preorder that a law took down is called off at its hour, and its artist does not open it', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, emailsTo } = shop
  await collect(svc, ada)
  takeDownCasset(svc.ctx, nova.cassetId, 'law')
  expect(refusalOf(await setOpening(svc, nova, { opensAt: null }))[2]).toBe('This was taken down by the site.')
  svc.tick(10 * dayMs + 1_000)
  await settled(svc)
  expect((await emailsTo('ada@example.com', 'is open')).length).toBe(0)
  expect((await emailsTo('ada@example.com', 'called off')).length).toBe(1)
  expect(await refundsOf(svc)).toEqual([700])
  giveBackCasset(svc.ctx, nova.cassetId, { published: true })
  expect(rowOf(svc, nova.cassetId)).toMatchObject({ published: false, takenDown: null })
  expect(faultsOf(svc)).toEqual([])
})

test('a preorder that is called off after the clock was set back refunds everybody', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada } = shop
  await collect(svc, ada)
  svc.ctx.db
    .update(purchases)
    .set({ purchasedAt: svc.ctx.now() + hourMs })
    .run()
  expect((await callOff(svc, nova)).status).toBe(204)
  await settled(svc)
  expect(await refundsOf(svc)).toEqual([700])
  expect(endsOf(svc, nova.cassetId)).toEqual([true])
})

test('news that other news has overtaken are not told, and take nothing back', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada, emailsTo } = shop
  await collect(svc, ada)
  const tell = (what: 'moved' | 'calledOff') => {
    const at = svc.ctx.now()
    svc.ctx.jobs.add(notifyPreorderJob, { cassetId: nova.cassetId, what, at, fromAt: at }, { key: what })
  }
  tell('calledOff')
  await settled(svc)
  expect((await setOpening(svc, nova, { opensAt: null })).status).toBe(200)
  tell('moved')
  await settled(svc)
  expect((await emailsTo('ada@example.com', 'First Light')).map(({ subject }) => subject)).toContain(
    'First Light is open',
  )
  expect((await emailsTo('ada@example.com', 'First Light opens')).length).toBe(0)
  expect((await emailsTo('ada@example.com', 'called off')).length).toBe(0)
  expect(endsOf(svc, nova.cassetId)).toEqual([false])
})

test('followers are told once that a tape is out, however often it gets an hour and opens', async () => {
  await using shop = await openPreorder()
  const { svc, nova, draft } = shop
  await svc.call('POST', '/api/casset/nova/activity', { cookie: draft.cookie, body: { type: 'follow' } })
  for (const opensAt of [null, inMs(svc, dayMs), null]) {
    svc.tick(1_000)
    expect((await setOpening(svc, nova, { opensAt })).status).toBe(200)
    await settled(svc)
  }
  expect((await toldTo(svc, draft)).length).toBe(1)
})

test('before somebody pays they read that a tape is a preorder, its gift too', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada } = shop
  const paths = ['/checkout/nova', '/checkout/nova/gift']
  const read = async () =>
    Promise.all(paths.map(async (path) => (await svc.call('GET', path, { cookie: ada.cookie })).text))
  for (const text of await read()) {
    expect(text).toMatch(/A preorder: it opens \d+ \w+(?: \d{4})?, \d\d:\d\d \(Europe\/Berlin\)\./)
    expect(text).toContain('1 of 2 tracks')
  }
  expect((await setOpening(svc, nova, { openTrackIds: [] })).status).toBe(200)
  for (const text of await read()) {
    expect(text).toContain('Nothing is open before then.')
    expect(text).not.toContain('Why there is nothing to pay')
  }
  expect((await setOpening(svc, nova, { opensAt: null })).status).toBe(200)
  for (const text of await read()) expect(text).not.toContain('A preorder')
})
