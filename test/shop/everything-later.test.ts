import { expect, test } from 'bun:test'
import { viewerOfSession } from '../../src/account/session/viewer.ts'
import { cassetForSale } from '../../src/casset/access/visible-casset.ts'
import { startSale } from '../../src/order/begin/start-sale.ts'
import { signedIn } from '../../src/platform/http/session/signed-in.ts'
import { draftEverything } from '../../src/shop/everything/draft-everything.ts'
import { setEverything } from '../../src/shop/everything/everything-offer.ts'
import { fan } from '../support/books/vat.ts'
import { addTape } from '../support/casset/tape.ts'
import type { TestServer } from '../support/server.ts'
import { ask, begin, card, collect, confirm, goodCard, settled, shopOf } from '../support/shop/checkout.ts'
import { faultsOf } from '../support/shop/gift.ts'
import { refusalOf } from '../support/shop/guest.ts'
import { dayMs, inMs, setOpening } from '../support/shop/preorder.ts'
import { openSingles } from '../support/shop/single-track.ts'
import { addReadyTrack, type Person } from '../support/world.ts'

const all = { slug: 'nova', everything: true } as const

const offer = (svc: TestServer, { cookie }: Person, hasFuture: boolean) =>
  svc.call('PUT', '/api/studio/everything', { cookie, body: { percent: 20, hasFuture } })

/** nova with a second tape of 300 and a third one of 500, which a test publishes. */
async function openShelf() {
  const shop = await openSingles()
  const { svc, nova } = shop
  await addReadyTrack(svc.ctx, addTape(svc, nova, 'live', { priceMinor: 300 }), 'Live')
  const cassetId = addTape(svc, nova, 'later', { priceMinor: 500, published: false, publishedAt: null })
  await addReadyTrack(svc.ctx, cassetId, 'Later')
  const later = { ...nova, cassetId }
  const change = async (body: object) => {
    expect((await setOpening(svc, later, body)).status).toBe(200)
    await settled(svc)
  }
  return { ...shop, later, change }
}

/** The slug of each casset that somebody has now. */
const slugsOf = async (svc: TestServer, { cookie }: Person): Promise<string[]> =>
  Object((await svc.call('GET', '/api/purchases/mine', { cookie })).json)
    .purchases.filter(({ entitles }: { entitles: boolean }) => entitles)
    .map(({ casset }: { casset: { slug: string } }) => casset.slug)
    .toSorted()

test('everything with what comes later has the preorders of that day, and without it has not', async () => {
  const { svc, nova, ada, change } = await openShelf()
  await using _ = svc
  const bea = fan(svc, 'bea')
  await change({ opensAt: inMs(svc, 10 * dayMs), published: true })
  await offer(svc, nova, false)
  await collect(svc, bea, goodCard, all)
  await offer(svc, nova, true)
  expect((await ask(svc, ada, all)).json).toMatchObject({ amount: 800 })
  await collect(svc, ada, goodCard, all)
  expect(await slugsOf(svc, ada)).toEqual(['nova', 'nova.later', 'nova.live'])
  expect(await slugsOf(svc, bea)).toEqual(['nova', 'nova.live'])
  // A person who has everything cannot pay for the tape again.
  expect(refusalOf(await ask(svc, ada, { slug: 'nova.later' }))[0]).toBe(409)
  svc.tick(11 * dayMs)
  await settled(svc)
  expect(await slugsOf(svc, bea)).toEqual(['nova', 'nova.live'])
  expect(faultsOf(svc)).toEqual([])
})

test('a casset that is published while everything is being paid comes with it', async () => {
  const { svc, nova, ada, change } = await openShelf()
  await using _ = svc
  await offer(svc, nova, true)
  const begun = await begin(svc, ada, all)
  svc.tick(1_000)
  await change({ published: true })
  svc.tick(1_000)
  await confirm(svc, ada, begun)
  await settled(svc)
  expect(await slugsOf(svc, ada)).toEqual(['nova', 'nova.later', 'nova.live'])
  expect(faultsOf(svc)).toEqual([])
})

test('a tape that came while a refund was on its way is given when the refund fails', async () => {
  const { svc, nova, ada, change } = await openShelf()
  await using _ = svc
  await offer(svc, nova, true)
  const { paymentIntentId } = await collect(svc, ada, card('4000000000007726'), all)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  svc.tick(1_000)
  await change({ published: true })
  expect(await slugsOf(svc, ada)).toEqual([])
  svc.tick(6_000)
  await settled(svc)
  expect(await slugsOf(svc, ada)).toEqual(['nova', 'nova.later', 'nova.live'])
  expect(faultsOf(svc)).toEqual([])
})

test('an offer that changes while the processor is asked is refused', async () => {
  const { svc, nova, ada } = await openShelf()
  await using _ = svc
  await offer(svc, nova, true)
  const viewer = signedIn(viewerOfSession(svc.ctx, ada.sessionId))
  const forSale = cassetForSale(svc.ctx, nova.cassetId)
  const draft = draftEverything(svc.ctx, viewer, forSale, all)
  const start = startSale(svc.ctx, viewer, forSale, draft, { address: '' })
  setEverything(svc.ctx, nova.artistId, { percent: 20, hasFuture: false })
  await expect(start).rejects.toThrow('What this would bring you has changed.')
})
