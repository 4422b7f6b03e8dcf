import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { bundlePrice } from '../../src/lib/money/everything-price.ts'
import { publishedTapeJob } from '../../src/platform/job/job-kinds.ts'
import { rowsOf } from '../support/account/account.ts'
import { addTape } from '../support/casset/tape.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import type { ServerOptions, TestServer } from '../support/server.ts'
import {
  accessOf,
  ask,
  balances,
  begin,
  begun,
  collect,
  confirm,
  goodCard,
  settled,
  shopOf,
} from '../support/shop/checkout.ts'
import { makeDiscount } from '../support/shop/discount.ts'
import { faultsOf } from '../support/shop/gift.ts'
import { collectAsGuest, hearAsGuest, refusalOf } from '../support/shop/guest.ts'
import { openSingles } from '../support/shop/single-track.ts'
import { addReadyTrack, type Person } from '../support/world.ts'

const env = { PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10' }
const all = { slug: 'nova', everything: true }

const offer = (svc: TestServer, { cookie }: Person, body: object = {}) =>
  svc.call('PUT', '/api/studio/everything', { cookie, body: { percent: 20, hasFuture: true, ...body } })

/** nova with three public tapes of 700, 300 and 0, and a private one; each has a track. */
async function openShelf(options: ServerOptions = {}) {
  const shop = await openSingles(options)
  const { svc, nova } = shop
  const tape = async (word: string, priceMinor: number, values: object = {}) => {
    const id = addTape(svc, nova, word, { priceMinor, ...values })
    return { id, track: await addReadyTrack(svc.ctx, id, word) }
  }
  const live = await tape('live', 300)
  const gratis = await tape('gratis', 0)
  const hidden = await tape('hidden', 900, { privacy: 'private' })
  return { ...shop, live, gratis, hidden }
}

const refund = async (svc: TestServer, { paymentIntentId }: { paymentIntentId: string }, amount?: number) => {
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId, ...(amount ? { amount } : {}) })
  await settled(svc)
}

const mineOf = async (svc: TestServer, { cookie }: Person) =>
  Object((await svc.call('GET', '/api/purchases/mine', { cookie })).json)
    .purchases.map(
      ({ casset, amount, entitles }: { casset: { slug: string }; amount: number; entitles: boolean }) =>
        `${casset.slug} ${amount} ${entitles}`,
    )
    .toSorted()

const accesses = (svc: TestServer, who: Person, tracks: readonly { id: string }[]) =>
  Promise.all(tracks.map(({ id }) => accessOf(svc, id, who)))

test('everything is all public tapes at a percent off, less what its buyer has, in one payment', async () => {
  const { svc, nova, ada, dawn, kettle, live, gratis, hidden } = await openShelf()
  await using _ = svc
  expect((await offer(svc, nova)).json).toMatchObject({
    offer: { percent: 20, hasFuture: true },
    standing: { isSold: true, open: 3 },
  })
  // 80 % of 700 and of 300.
  expect((await ask(svc, ada, all)).json).toMatchObject({ amount: 800 })
  await collect(svc, ada, goodCard, { slug: 'nova', trackIds: [dawn.id] })
  expect((await ask(svc, ada, all)).json).toMatchObject({ amount: 650 })
  await collect(svc, ada, goodCard, { slug: 'nova.live' })
  expect((await ask(svc, ada, all)).json).toMatchObject({ amount: 410 })
  expect(refusalOf(await ask(svc, ada, { ...all, amount: 409 }))[0]).toBe(400)
  const paid = await collect(svc, ada, goodCard, { ...all, amount: 411 })
  expect(await accesses(svc, ada, [dawn, kettle, live.track, gratis.track, hidden.track])).toEqual([
    ...['full', 'full', 'full', 'full'],
    '404',
  ])
  expect(await mineOf(svc, ada)).toEqual(['nova.gratis 0 true', 'nova 411 true', 'nova.live 300 true'].toSorted())
  expect(balances(svc)).toMatchObject({ BUYERS: -861 })
  const sales = await svc.call('GET', '/api/studio/sales', { cookie: nova.cookie })
  expect(Object(sales.json).sales).toMatchObject([
    { amount: 411, kind: 'everything', shown: { label: 'Everything', title: 'everything: 2 cassets' } },
    { amount: 300 },
    { amount: 150 },
  ])
  const media = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
  expect(Object(media.json).casset.sales).toEqual({ count: 1, amount: { amount: 411, currency: 'usd' } })
  const receipt = await svc.call('GET', `/receipt/${paid.orderId}`, { cookie: ada.cookie })
  expect(receipt.text).toContain('Everything so far: 2 cassets')
  expect(refusalOf(await ask(svc, ada, all))).toEqual([
    409,
    'BAD_STATE',
    'You already have everything that this artist has published.',
  ])
  expect(faultsOf(svc)).toEqual([])
  // The track that was taken off is paid back: it ends, and nothing else.
  const [single] = rowsOf(svc, 'orders').filter((row) => Object(row).kind === 'single' && Object(row).state === 'PAID')
  await refund(svc, { paymentIntentId: String(Object(single).payment_intent_id) })
  expect(await accesses(svc, ada, [dawn, kettle, live.track])).toEqual(['hook', 'full', 'full'])
  await refund(svc, paid, 100)
  expect(await accesses(svc, ada, [kettle, gratis.track])).toEqual(['full', 'full'])
  await refund(svc, paid)
  expect(await accesses(svc, ada, [dawn, kettle, live.track, gratis.track])).toEqual(['hook', 'hook', 'full', 'hook'])
  expect(await mineOf(svc, ada)).toEqual(['nova.gratis 0 false', 'nova 411 false', 'nova.live 300 true'].toSorted())
  expect(faultsOf(svc)).toEqual([])
})

test('tapes to come go to those who bought them along, once they are public, and end with that payment', async () => {
  const { svc, nova, ada, draft, live } = await openShelf()
  await using _ = svc
  await offer(svc, nova)
  const withFuture = await collect(svc, ada, goodCard, all)
  await offer(svc, nova, { hasFuture: false })
  await collect(svc, draft, goodCard, all)
  const id = addTape(svc, nova, 'later', { priceMinor: 500, published: false })
  const track = await addReadyTrack(svc.ctx, id, 'Later')
  const publish = async (body: object) => {
    await svc.call('PATCH', `/api/studio/casset/${id}`, { cookie: nova.cookie, body })
    await settled(svc)
  }
  // The tape may be withdrawn before it is given to them.
  const isNotGiven = async () => {
    svc.ctx.jobs.add(publishedTapeJob, { cassetId: id }, { key: id })
    await svc.ctx.jobs.idle()
    expect(await mineOf(svc, ada)).not.toContain('nova.later 0 true')
  }
  await isNotGiven()
  await publish({ privacy: 'unlisted', published: true })
  await isNotGiven()
  svc.tick(1_000)
  await publish({ privacy: 'public' })
  expect(await accesses(svc, ada, [track])).toEqual(['full'])
  expect(await accesses(svc, draft, [track])).toEqual(['hook'])
  // Private midway: what they have stays. Public again: nobody gets it twice.
  await publish({ privacy: 'private' })
  expect(await accesses(svc, ada, [track])).toEqual(['full'])
  await publish({ privacy: 'public' })
  expect(rowsOf(svc, 'purchases').filter((row) => Object(row).casset_id === id)).toHaveLength(1)
  expect(await mineOf(svc, ada)).toContain('nova.later 0 true')
  const media = await svc.call('GET', '/api/casset/nova.later/media', { cookie: nova.cookie })
  expect(Object(media.json).casset.sales).toEqual({ count: 1, amount: { amount: 0, currency: 'usd' } })
  expect((await ask(svc, draft, all)).json).toMatchObject({ amount: 400 })
  await svc.call('DELETE', '/api/studio/everything', { cookie: nova.cookie })
  expect((await ask(svc, draft, all)).status).toBe(409)
  expect(await accesses(svc, ada, [track])).toEqual(['full'])
  await refund(svc, withFuture)
  expect(await accesses(svc, ada, [track, live.track])).toEqual(['hook', 'hook'])
  expect(faultsOf(svc)).toEqual([])
})

test('everything is refused in words where it is not offered, one’s own, reduced again, or nothing to pay for', async () => {
  const { svc, nova, ada, dawn, live, hidden } = await openShelf()
  await using _ = svc
  const notOffered = [409, 'BAD_STATE', 'This artist does not sell everything together.']
  expect(refusalOf(await ask(svc, ada, all))).toEqual(notOffered)
  await offer(svc, nova)
  expect((await offer(svc, nova, { percent: 91 })).status).toBe(400)
  await makeDiscount(svc, nova)
  expect(refusalOf(await ask(svc, ada, { ...all, code: 'SPRING' }))).toEqual([
    409,
    'BAD_STATE',
    'A code does not reduce the price of everything.',
  ])
  expect((await ask(svc, ada, { ...all, trackIds: [dawn.id] })).status).toBe(400)
  expect(refusalOf(await ask(svc, nova, all))).toEqual([409, 'BAD_STATE', 'This is your own music.'])
  expect((await ask(svc, ada, { ...all, slug: 'nova.hidden' })).status).toBe(404)
  for (const id of [live.id, hidden.id]) {
    svc.ctx.db.update(cassets).set({ currency: 'eur', privacy: 'public' }).where(eq(cassets.id, id)).run()
  }
  // One currency a payment: 80 % of 700, or of 300 and 900.
  expect((await ask(svc, ada, all)).json).toMatchObject({ amount: 560, currency: 'usd' })
  expect((await ask(svc, ada, { ...all, slug: 'nova.live' })).json).toMatchObject({ amount: 960, currency: 'eur' })
  await collect(svc, ada)
  expect(refusalOf(await ask(svc, ada, all))).toEqual([409, 'BAD_STATE', 'There is nothing left to pay for.'])
})

test('a payment for everything that is no longer right is paid back whole', async () => {
  const { svc, nova, ada, dawn, live } = await openShelf()
  await using _ = svc
  await offer(svc, nova)
  const whole = await begin(svc, ada, all)
  await collect(svc, ada, goodCard, { slug: 'nova.live' })
  await confirm(svc, ada, whole)
  await settled(svc)
  expect(rowsOf(svc, 'orders').map((row) => Object(row).state)).toEqual(['UNDELIVERED', 'PAID'])
  expect(await accesses(svc, ada, [dawn, live.track])).toEqual(['hook', 'full'])
  expect(balances(svc)).toMatchObject({ BUYERS: -1_100, REFUNDS: 800 })
  const single = await begin(svc, ada, { slug: 'nova', trackIds: [dawn.id] })
  const again = begun(await ask(svc, ada, all))
  await confirm(svc, ada, again)
  await settled(svc)
  expect(rowsOf(svc, 'orders').find((row) => Object(row).id === single.orderId)).toMatchObject({ state: 'REPLACED' })
  expect(faultsOf(svc)).toEqual([])
})

test('a track bought meanwhile replaces the begun payment for everything, whose price was right before it', async () => {
  const { svc, nova, ada, dawn, live } = await openShelf()
  await using _ = svc
  await offer(svc, nova)
  const whole = await begin(svc, ada, { slug: 'nova.live', everything: true })
  await collect(svc, ada, goodCard, { slug: 'nova', trackIds: [dawn.id] })
  expect(rowsOf(svc, 'orders').find((row) => Object(row).id === whole.orderId)).toMatchObject({ state: 'REPLACED' })
  // The parts are what is due for each tape: 560 less the track, and 240.
  const { orderId } = begun(await ask(svc, ada, all))
  const parts = rowsOf(svc, 'everything_tapes').map((row) => Object(row))
  expect(parts.filter((row) => row.order_id === orderId && row.part_minor > 0)).toMatchObject([
    { casset_id: nova.cassetId, part_minor: 410 },
    { casset_id: live.id, part_minor: 240 },
  ])
})

test('the tracks of each tape stay while somebody pays for everything, and one that turns private is theirs', async () => {
  const { svc, nova, ada, dawn, live, gratis } = await openShelf()
  await using _ = svc
  const move = (id: string, cassetId: string) =>
    svc.call('POST', `/api/studio/tracks/${id}/move`, { cookie: nova.cookie, body: { cassetId } })
  await offer(svc, nova)
  const whole = await begin(svc, ada, all)
  expect(refusalOf(await move(live.track.id, gratis.id))).toEqual([
    409,
    'BAD_STATE',
    'Somebody is paying for this casset just now. Try again in an hour.',
  ])
  expect(await accesses(svc, nova, [dawn, live.track])).toEqual(['full', 'full'])
  svc.ctx.db.update(cassets).set({ privacy: 'private' }).where(eq(cassets.id, live.id)).run()
  await confirm(svc, ada, whole)
  await settled(svc)
  expect(await accesses(svc, ada, [dawn, live.track])).toEqual(['full', 'full'])
})

test('a tape to come goes to everybody although one has it by a payment of another mode already', async () => {
  const { svc, nova, ada, draft } = await openShelf()
  await using _ = svc
  await offer(svc, nova)
  const id = addTape(svc, nova, 'later', { priceMinor: 500, privacy: 'unlisted' })
  const track = await addReadyTrack(svc.ctx, id, 'Later')
  await collect(svc, draft, goodCard, { slug: 'nova.later' })
  await collect(svc, draft, goodCard, all)
  const { $client: sql } = svc.ctx.db
  for (const table of ['orders', 'purchases', 'everything_purchases']) {
    sql.query(`UPDATE ${table} SET mode = 'live' WHERE user_id = ?`).run(draft.userId)
  }
  await collect(svc, ada, goodCard, all)
  await svc.call('PATCH', `/api/studio/casset/${id}`, { cookie: nova.cookie, body: { privacy: 'public' } })
  await settled(svc)
  expect(await accesses(svc, ada, [track])).toEqual(['full'])
  expect(rowsOf(svc, 'purchases').filter((row) => Object(row).casset_id === id)).toHaveLength(2)
})

test('the price of everything is whole units: each tape rounded by itself, the sum what the processor takes or nothing', () => {
  const of = (priceMinor: number, paidMinor = 0) => ({ priceMinor, paidMinor })
  expect(bundlePrice([of(999), of(333)], 33, 50)).toEqual({
    priceMinor: 892,
    tapes: [
      { dueMinor: 669, creditMinor: 0 },
      { dueMinor: 223, creditMinor: 0 },
    ],
  })
  expect(bundlePrice([of(700, 900), of(60)], 50, 50)).toMatchObject({ priceMinor: 50 })
  expect(bundlePrice([of(700, 900)], 50, 50)).toEqual({
    priceMinor: 0,
    tapes: [{ dueMinor: 0, creditMinor: 350 }],
  })
})

test('an older copy of the database gets tracks, the rest and everything back from the payments alone', async () => {
  using folder = temporaryFolder()
  const options = { env, dataDir: folder.path }
  const { svc: before, nova, ada, draft, dawn, kettle, live, gratis } = await openShelf(options)
  await offer(before, nova)
  const copy = backUp(before)
  await collect(before, ada, goodCard, { slug: 'nova', trackIds: [dawn.id] })
  await collect(before, ada)
  await collect(before, draft, goodCard, { slug: 'nova', trackIds: [kettle.id, dawn.id] })
  await collect(before, draft, goodCard, all)
  const guest = await collectAsGuest(before, { trackIds: [kettle.id] })
  const tables = ['track_holdings', 'everything_purchases', 'everything_tapes', 'collect_days', 'sold_sums']
  const known = (svc: TestServer) =>
    tables.map((table) => rowsOf(svc, table).map((row) => ({ ...Object(row), held_since: null })))
  const [balance, rows] = [balances(before), known(before)]
  await using svc = await restore(before, copy, options)
  const said = (fix: boolean) => doctorOf(svc.dataDir, env, 'reconciling', { fix })
  expect((await said(false))?.problem?.match(/the database has no order/g)).toHaveLength(5)
  expect(await said(true)).toMatchObject({ ok: true, note: 'fixed' })
  await settled(svc)
  expect(await accesses(svc, ada, [dawn, kettle, live.track])).toEqual(['full', 'full', 'hook'])
  expect(await accesses(svc, draft, [dawn, live.track, gratis.track])).toEqual(['full', 'full', 'full'])
  expect((await hearAsGuest(svc, guest.secret, kettle.id)).status).toBe(206)
  expect((await hearAsGuest(svc, guest.secret, dawn.id)).status).toBe(404)
  expect([balances(svc), known(svc), faultsOf(svc)]).toEqual([balance, rows, []])
})
