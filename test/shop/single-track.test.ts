import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { issueLink } from '../../src/order/guest-link.ts'
import { restPrice } from '../../src/shop/rest/rest.ts'
import { rowsOf } from '../support/account/account.ts'
import { packedFiles } from '../support/casset/download.ts'
import type { TestServer } from '../support/server.ts'
import {
  accessOf,
  ask,
  balances,
  begin,
  begun,
  card,
  collect,
  confirm,
  goodCard,
  settled,
  shopOf,
} from '../support/shop/checkout.ts'
import { makeDiscount } from '../support/shop/discount.ts'
import { askGift, faultsOf } from '../support/shop/gift.ts'
import { askAsGuest, claimBy, collectAsGuest, hearAsGuest, refusalOf } from '../support/shop/guest.ts'
import { refund, stateOf } from '../support/shop/guest-rest.ts'
import { openSingles, sellTracks } from '../support/shop/single-track.ts'
import { cast, masterBytes, type Person } from '../support/world.ts'

const one = (track: { id: string }) => ({ slug: 'nova', trackIds: [track.id] })

const accessesOf = (svc: TestServer, who: Person, all: readonly { id: string }[]) =>
  Promise.all(all.map(({ id }) => accessOf(svc, id, who)))

const download = '/api/casset/nova/download?format=original'
const zipOf = (svc: TestServer, { cookie }: { cookie: string }) => svc.call('GET', download, { cookie })
/** The names in a download; of a single track, its own. */
const namesOf = async (svc: TestServer, { cookie }: { cookie: string }, path = download) => {
  const answer = await svc.fetch(path, { headers: { cookie } })
  const [, name = ''] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  const bytes = Buffer.from(await answer.arrayBuffer())
  return answer.headers.get('content-type') === 'application/zip' ? [...packedFiles(bytes).keys()] : [name]
}

test('a buyer of a track hears and downloads exactly it, by every door; the others stay at their hooks', async () => {
  const { svc, nova, ada, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const all = [dawn, kettle, third]
  const stranger = cast(svc.ctx, 'lou', { published: false })
  expect((await zipOf(svc, ada)).status).toBe(403)
  const started = await collect(svc, ada, goodCard, one(kettle))
  // Stream, and the bytes behind it.
  expect(await accessesOf(svc, ada, all)).toEqual(['hook', 'full', 'hook'])
  expect(await accessesOf(svc, stranger, all)).toEqual(['hook', 'hook', 'hook'])
  for (const track of all) {
    const headers = { range: 'bytes=0-' }
    const { text } = await svc.call('GET', `/api/audio/${track.id}`, { cookie: ada.cookie, headers })
    expect(text.startsWith(`${track === kettle ? 'MASTER' : 'hook'} of ${track.title}`)).toBe(true)
    const token = await svc.call('POST', '/api/audio/token', { cookie: ada.cookie, body: { trackId: track.id } })
    expect(Object(token.json).access).toBe(track === kettle ? 'full' : 'hook')
  }
  // Download: one track, and its untouched bytes.
  const sent = await svc.fetch(download, { headers: { cookie: ada.cookie } })
  expect(sent.headers.get('content-disposition')).toContain('Nova - Kettle (original).mp3')
  expect(Buffer.from(await sent.arrayBuffer()).equals(masterBytes('Kettle'))).toBe(true)
  expect((await zipOf(svc, stranger)).status).toBe(403)
  // The payload says which one, and sells the others.
  const media = await svc.call('GET', '/api/casset/nova/media', { cookie: ada.cookie })
  const price = { amount: 150, currency: 'usd' }
  expect(Object(media.json).viewer.entitled).toBe(false)
  expect(Object(media.json).tracks).toMatchObject([{ price }, { owned: true }, { price }])
  expect(Object(media.json).tracks[1].price).toBeUndefined()
  // The library's list of what a payment holds.
  const mine = await svc.call('GET', `/api/purchases/${started.orderId}/tracks`, { cookie: ada.cookie })
  expect(Object(mine.json).tracks).toMatchObject([{ id: kettle.id }])
  expect((await svc.call('GET', `/api/purchases/${started.orderId}/tracks`, { cookie: stranger.cookie })).status).toBe(
    403,
  )
  expect((await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })).json).toMatchObject({ purchases: [] })
  // The money of the track is a sale like any other.
  expect(balances(svc)).toMatchObject({ BUYERS: -150 })
  const sales = await svc.call('GET', '/api/studio/sales', { cookie: nova.cookie })
  expect(Object(sales.json).sales).toMatchObject([{ amount: 150, shown: { label: 'Track', title: '“Kettle”' } }])
  expect(Object(media.json).casset.sales).toBeUndefined()
  expect(faultsOf(svc)).toEqual([])
  await refund(svc, started)
  expect(await accessesOf(svc, ada, all)).toEqual(['hook', 'hook', 'hook'])
  expect((await zipOf(svc, ada)).status).toBe(403)
  expect((await svc.call('GET', `/api/purchases/${started.orderId}/tracks`, { cookie: ada.cookie })).status).toBe(409)
  expect(faultsOf(svc)).toEqual([])
})

test('the rest is sold later for the difference; a refund of a track ends exactly it, one of the rest keeps the tracks', async () => {
  const { svc, ada, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const all = [dawn, kettle, third]
  const first = await collect(svc, ada, goodCard, one(dawn))
  const second = await collect(svc, ada, goodCard, { ...one(kettle), amount: 250 })
  const answer = await ask(svc, ada)
  // 700 less 150 and 250.
  expect(answer.json).toMatchObject({ amount: 300 })
  expect(refusalOf(await ask(svc, ada, { slug: 'nova', amount: 299 }))).toEqual([
    400,
    'VALIDATION',
    'This is less than the price.',
  ])
  const { text } = await svc.call('GET', '/library', { cookie: ada.cookie })
  expect(text).toMatch(/tape-spine".*Get the whole album for \$3\.00/s)
  const rest = begun(await ask(svc, ada))
  await confirm(svc, ada, rest)
  await settled(svc)
  expect(await accessesOf(svc, ada, all)).toEqual(['full', 'full', 'full'])
  expect(await namesOf(svc, ada)).toHaveLength(4)
  expect(faultsOf(svc)).toEqual([])
  await refund(svc, first)
  expect(await accessesOf(svc, ada, all)).toEqual(['hook', 'full', 'full'])
  expect(await namesOf(svc, ada)).toEqual(['01 Kettle.mp3', '02 Third.mp3', 'SHA256SUMS'])
  const [purchase] = Object((await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })).json).purchases
  const held = await svc.call('GET', `/api/purchases/${purchase.id}/tracks`, { cookie: ada.cookie })
  expect(Object(held.json).tracks.map(({ id }: { id: string }) => id)).toEqual([kettle.id, third.id])
  // The lost one can be had again, by itself.
  expect((await ask(svc, ada, one(kettle))).status).toBe(409)
  expect((await ask(svc, ada, one(dawn))).json).toMatchObject({ amount: 150 })
  await refund(svc, rest)
  expect(await accessesOf(svc, ada, all)).toEqual(['hook', 'full', 'hook'])
  expect((await ask(svc, ada)).json).toMatchObject({ amount: 450 })
  await refund(svc, second)
  expect((await ask(svc, ada)).json).toMatchObject({ amount: 700 })
  expect(faultsOf(svc)).toEqual([])
})

test('the difference is at least what the processor charges, or nothing; a part that was paid back counts no more', async () => {
  expect(restPrice(700, 0, 50)).toEqual({ priceMinor: 700, creditMinor: 0 })
  expect(restPrice(700, 660, 50)).toEqual({ priceMinor: 50, creditMinor: 650 })
  expect(restPrice(700, 700, 50)).toEqual({ priceMinor: 0, creditMinor: 700 })
  expect(restPrice(700, 900, 50)).toEqual({ priceMinor: 0, creditMinor: 700 })
  expect(restPrice(0, 900, 50)).toEqual({ priceMinor: 0, creditMinor: 0 })
  const { svc, nova, ada, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const paid = await collect(svc, ada, goodCard, { ...one(dawn), amount: 900 })
  await shopOf(svc).stripe.refunds.create({ payment_intent: paid.paymentIntentId, amount: 400 })
  await settled(svc)
  expect((await ask(svc, ada)).json).toMatchObject({ amount: 200 })
  await collect(svc, ada, goodCard, { ...one(kettle), amount: 250 })
  expect((await ask(svc, ada)).json).toEqual({ orderId: expect.any(String), entitled: true })
  expect(await accessOf(svc, third.id, ada)).toBe('full')
  expect(rowsOf(svc, 'purchases')).toMatchObject([{ mode: 'test', status: 'PAID' }])
  const [sale] = Object((await svc.call('GET', '/api/studio/sales', { cookie: nova.cookie })).json).sales
  const back = await svc.call('POST', `/api/studio/sales/${sale.orderId}/refund`, { cookie: nova.cookie, body: {} })
  expect(refusalOf(back)).toEqual([409, 'BAD_STATE', 'This sale was free.'])
  expect(faultsOf(svc)).toEqual([])
})

test('a track whose money a bank has when the rest is bought is not taken off, and its loss ends nothing of the rest', async () => {
  const { svc, ada, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const disputed = await collect(svc, ada, card('4000000000000259'), one(dawn))
  await collect(svc, ada, goodCard, one(kettle))
  expect((await ask(svc, ada)).json).toMatchObject({ amount: 550 })
  const whole = await collect(svc, ada)
  const restOf = () =>
    new Map(rowsOf(svc, 'track_holdings').map((row) => [Object(row).track_id, Object(row).rest_order_id]))
  expect([restOf().get(dawn.id), restOf().get(kettle.id)]).toEqual([null, whole.orderId])
  const { stripe, test: bank } = shopOf(svc)
  const [dispute] = (await stripe.disputes.list({ payment_intent: disputed.paymentIntentId })).data
  await bank.moveDispute(dispute?.id ?? '', 'lost')
  await settled(svc)
  expect(await accessesOf(svc, ada, [dawn, kettle, third])).toEqual(['full', 'full', 'full'])
  expect(faultsOf(svc)).toEqual([])
})

test('a payment that is begun at a price that is no longer right is not delivered at it', async () => {
  const { svc, ada, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const single = await collect(svc, ada, goodCard, one(dawn))
  const rest = await begin(svc, ada)
  const other = await begin(svc, ada, one(kettle))
  await refund(svc, single)
  for (const each of [other, rest]) await confirm(svc, ada, each)
  await settled(svc)
  // The difference took off a track that was refunded meanwhile, and not one that was bought since:
  // all of it goes back.
  expect(rowsOf(svc, 'orders').map((row) => Object(row).state)).toEqual(['PAID', 'UNDELIVERED', 'PAID'])
  expect(await accessesOf(svc, ada, [kettle, third])).toEqual(['full', 'hook'])
  // A begun payment for the whole is replaced by a track that is bought meanwhile, and the other
  // way round.
  const whole = await begin(svc, ada)
  await collect(svc, ada, goodCard, one(dawn))
  expect(stateOf(svc, whole)).toBe('REPLACED')
  const begunSingle = await begin(svc, ada, one(third))
  await collect(svc, ada)
  expect(stateOf(svc, begunSingle)).toBe('REPLACED')
  expect(faultsOf(svc)).toEqual([])
})

test('two payments for one track: the second goes back by itself', async () => {
  const { svc, ada, dawn, kettle } = await openSingles()
  await using _ = svc
  const first = await begin(svc, ada, one(dawn))
  const both = await begin(svc, ada, { slug: 'nova', trackIds: [kettle.id, dawn.id] })
  for (const each of [first, both]) await confirm(svc, ada, each)
  await settled(svc)
  expect(rowsOf(svc, 'orders').map((row) => Object(row).state)).toEqual(['PAID', 'UNDELIVERED'])
  expect(await accessesOf(svc, ada, [dawn, kettle])).toEqual(['full', 'hook'])
  expect(balances(svc)).toMatchObject({ BUYERS: -450, REFUNDS: 300 })
  expect(faultsOf(svc)).toEqual([])
})

test('a guest buys a track and has exactly it by the link; an account claims it, and pays the difference then', async () => {
  const { svc, ada, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const { secret, orderId } = await collectAsGuest(svc, { trackIds: [kettle.id, third.id] })
  expect((await hearAsGuest(svc, secret, kettle.id)).status).toBe(206)
  expect((await hearAsGuest(svc, secret, dawn.id)).status).toBe(404)
  const byLink = `/api/guest/${secret}/download?format=original`
  expect(await namesOf(svc, { cookie: '' }, byLink)).toEqual(['01 Kettle.mp3', '02 Third.mp3', 'SHA256SUMS'])
  const page = await svc.call('GET', `/collected/${secret}`)
  expect(page.text).toContain('Kettle')
  expect(page.text).not.toContain('Dawn')
  const claim = issueLink(svc.ctx, orderId, 'claim')
  await collect(svc, ada, goodCard, one(third))
  expect(refusalOf(await claimBy(svc, claim, ada))).toEqual([409, 'BAD_STATE', 'You already have a track of this.'])
  const lou = cast(svc.ctx, 'lou', { published: false })
  expect((await claimBy(svc, claim, lou)).status).toBe(200)
  expect(await accessesOf(svc, lou, [dawn, kettle, third])).toEqual(['hook', 'full', 'full'])
  expect((await hearAsGuest(svc, secret, kettle.id)).status).toBe(409)
  expect((await ask(svc, lou)).json).toMatchObject({ amount: 400 })
  expect(faultsOf(svc)).toEqual([])
})

test('single tracks are sold only where their artist allows it; what is no track of the casset, and codes and gifts, are refused in words', async () => {
  const { svc, nova, ada, dawn, kettle, third, secret } = await openSingles()
  await using _ = svc
  const patch = (at: string, body: object) => svc.call('PATCH', at, { cookie: nova.cookie, body })
  await patch(`/api/studio/tracks/${kettle.id}`, { price: 0 })
  await patch(`/api/studio/tracks/${third.id}`, { price: 300 })
  const wholeOnly = [409, 'BAD_STATE', '“Kettle” is sold with the whole casset only.']
  expect(refusalOf(await ask(svc, ada, one(kettle)))).toEqual(wholeOnly)
  expect(refusalOf(await askAsGuest(svc, { trackIds: [kettle.id] }))).toEqual(wholeOnly)
  expect((await ask(svc, ada, one(third))).json).toMatchObject({ amount: 300 })
  const noTrack = [400, 'VALIDATION', 'One of these is not a track of this casset.']
  for (const id of [secret.id, 'x', svc.ctx.uuid()])
    expect(refusalOf(await ask(svc, ada, one({ id })))).toEqual(noTrack)
  svc.ctx.db.update(tracks).set({ active: false }).where(eq(tracks.id, dawn.id)).run()
  expect(refusalOf(await ask(svc, ada, one(dawn)))).toEqual(noTrack)
  svc.ctx.db.update(tracks).set({ active: true }).where(eq(tracks.id, dawn.id)).run()
  await makeDiscount(svc, nova)
  expect(refusalOf(await ask(svc, ada, { ...one(dawn), code: 'SPRING' }))).toEqual([
    409,
    'BAD_STATE',
    'A code reduces the price of a whole casset.',
  ])
  expect(refusalOf(await askGift(svc, ada, { trackIds: [dawn.id] }))).toEqual([
    409,
    'BAD_STATE',
    'Only a whole casset can be given.',
  ])
  expect((await ask(svc, nova, one(dawn))).status).toBe(409)
  await patch(`/api/studio/tracks/${third.id}`, { price: 600 })
  expect(refusalOf(await ask(svc, ada, { slug: 'nova', trackIds: [dawn.id, third.id] }))).toEqual([
    409,
    'BAD_STATE',
    'Together these tracks cost as much as the whole casset.',
  ])
  expect((await patch(`/api/studio/tracks/${third.id}`, { price: 10 })).status).toBe(400)
  await patch(`/api/studio/casset/${nova.cassetId}`, { trackPrice: null })
  expect((await ask(svc, ada, one(dawn))).status).toBe(409)
  expect(rowsOf(svc, 'purchases')).toEqual([])
})

test('a track that is switched off, deleted or hidden with its casset stays with whoever bought it, and is sold to nobody else', async () => {
  const { svc, nova, ada, dawn, kettle } = await openSingles()
  await using _ = svc
  const bought = await collect(svc, ada, goodCard, one(dawn))
  svc.tick(1_000)
  await svc.call('DELETE', `/api/studio/tracks/${dawn.id}`, { cookie: nova.cookie })
  await svc.call('DELETE', `/api/studio/tracks/${kettle.id}`, { cookie: nova.cookie })
  expect(await accessesOf(svc, ada, [dawn, kettle])).toEqual(['full', '404'])
  expect(await namesOf(svc, ada)).toEqual(['Nova - Dawn (original).mp3'])
  svc.ctx.db.update(cassets).set({ privacy: 'private' }).where(eq(cassets.id, nova.cassetId)).run()
  expect(await accessesOf(svc, ada, [dawn])).toEqual(['full'])
  expect(refusalOf(await ask(svc, ada))).toEqual([409, 'BAD_STATE', 'This casset is not for sale any more.'])
  const lou = cast(svc.ctx, 'lou', { published: false })
  expect((await ask(svc, lou)).status).toBe(404)
  await refund(svc, bought)
  expect(await accessesOf(svc, ada, [dawn])).toEqual(['404'])
  expect(rowsOf(svc, 'tracks').map((row) => Object(row).title)).not.toContain('Dawn')
})

test('nothing of a track is for sale on a free casset, and a price that buys everything is none', async () => {
  const { svc, nova, ada, dawn } = await openSingles()
  await using _ = svc
  sellTracks(svc, nova, 700)
  expect((await ask(svc, ada, one(dawn))).status).toBe(409)
  sellTracks(svc, nova, 150)
  svc.ctx.db.update(cassets).set({ priceMinor: 0 }).where(eq(cassets.id, nova.cassetId)).run()
  expect((await ask(svc, ada, one(dawn))).status).toBe(409)
  const media = await svc.call('GET', '/api/casset/nova/media')
  expect(media.text).not.toContain('"price":{"amount":150')
})
