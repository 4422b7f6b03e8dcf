import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { cassetRow } from '../support/casset/casset.ts'
import { addTape } from '../support/casset/tape.ts'
import { backUp } from '../support/operate/restore.ts'
import type { TestServer } from '../support/server.ts'
import { ask, balances, card, collect, confirm, goodCard, settled } from '../support/shop/checkout.ts'
import { faultsOf } from '../support/shop/gift.ts'
import {
  askAsGuest,
  beginAsGuest,
  claimBy,
  collectAsGuest,
  type GuestStarted,
  hearAsGuest,
  refusalOf,
  secretOf,
} from '../support/shop/guest.ts'
import { claimOf, heard, namesOf, refund, rest, single, stateOf } from '../support/shop/guest-rest.ts'
import { openRestorableSingles, openSingles } from '../support/shop/single-track.ts'
import { addReadyTrack, cast } from '../support/world.ts'

test('a guest gets the rest for the difference by the links of their tracks; each link has all of it then', async () => {
  const { svc, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const all = [dawn, kettle, third]
  const first = await single(svc, dawn)
  const second = await single(svc, kettle, { amount: 250 })
  // 700 less 150 and 250; each link counts once.
  expect((await askAsGuest(svc, rest(first))).json).toMatchObject({ amount: 550 })
  expect(refusalOf(await askAsGuest(svc, { ...rest(first, second), amount: 299 }))).toEqual([
    400,
    'VALIDATION',
    'This is less than the price.',
  ])
  const whole = await collectAsGuest(svc, { ...rest(first, second, first), email: 'kim@elsewhere.example' })
  expect(balances(svc)).toMatchObject({ BUYERS: -700 })
  for (const { secret } of [first, second, whole]) {
    expect(await heard(svc, secret, all)).toEqual([206, 206, 206])
    expect(await namesOf(svc, secret)).toHaveLength(4)
    expect((await svc.call('GET', `/collected/${secret}`)).text).toContain('Third')
  }
  expect(refusalOf(await askAsGuest(svc, rest(first)))).toEqual([409, 'BAD_STATE', 'You already have this casset.'])
  expect((await askAsGuest(svc)).json).toMatchObject({ amount: 700 })
  expect(faultsOf(svc)).toEqual([])
  // A refund of a track ends exactly it, on every link.
  await refund(svc, first)
  expect(await heard(svc, first.secret, all)).toEqual([409, 409, 409])
  for (const { secret } of [second, whole]) expect(await heard(svc, secret, all)).toEqual([404, 206, 206])
  expect(await namesOf(svc, whole.secret)).toEqual(['01 Kettle.mp3', '02 Third.mp3', 'SHA256SUMS'])
  // After a refund of the rest the other track stays, and counts again.
  await refund(svc, whole)
  expect(await heard(svc, whole.secret, all)).toEqual([409, 409, 409])
  expect(await heard(svc, second.secret, all)).toEqual([404, 206, 404])
  expect(refusalOf(await askAsGuest(svc, rest(first)))[0]).toBe(404)
  expect((await askAsGuest(svc, rest(second))).json).toMatchObject({ amount: 450 })
  expect(faultsOf(svc)).toEqual([])
})

test('tracks and their rest come into a library together, by whichever link, also what went back before', async () => {
  const { svc, ada, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const lou = cast(svc.ctx, 'lou', { published: false })
  const [first, second] = [await single(svc, dawn), await single(svc, kettle)]
  const whole = await collectAsGuest(svc, rest(first, second))
  await refund(svc, second)
  // Somebody with one part cannot claim the other.
  await collect(svc, ada, goodCard, { slug: 'nova', trackIds: [dawn.id] })
  const twice = [409, 'BAD_STATE', 'You already have a track of this.']
  expect(refusalOf(await claimOf(svc, whole, ada))).toEqual(twice)
  expect(refusalOf(await claimOf(svc, first, ada))).toEqual(twice)
  expect((await claimOf(svc, first, lou)).status).toBe(200)
  const holders = rowsOf(svc, 'orders').map((row) => Object(row))
  for (const { orderId } of [first, second, whole]) {
    expect(holders.find(({ id }) => id === orderId)).toMatchObject({ holder_id: lou.userId, buyer_email: '' })
  }
  for (const { secret } of [first, second, whole]) expect(await heard(svc, secret, [third])).toEqual([409])
  const accesses = async () =>
    Promise.all(
      [dawn, kettle, third].map(async ({ id }) =>
        Reflect.get(Object((await svc.call('GET', `/api/audio/${id}`, { cookie: lou.cookie })).json), 'access'),
      ),
    )
  expect(await accesses()).toEqual(['full', 'hook', 'full'])
  expect(refusalOf(await claimOf(svc, whole, ada))[2]).toBe('This was put into the library of another account.')
  await refund(svc, whole)
  expect(await accesses()).toEqual(['full', 'hook', 'hook'])
  expect((await ask(svc, lou)).json).toMatchObject({ amount: 550 })
  expect(faultsOf(svc)).toEqual([])
})

test('a link of another tape, of the whole, unknown or claimed takes nothing off; the cookie’s opens nothing', async () => {
  const { svc, nova, ada, dawn, kettle } = await openSingles()
  await using _ = svc
  const tapeId = addTape(svc, nova, 'live', { priceMinor: 500, currency: 'usd' })
  await addReadyTrack(svc.ctx, tapeId, 'Encore')
  const bought = await single(svc, dawn)
  const whole = await collectAsGuest(svc)
  const noLink = async (...asked: Parameters<typeof askAsGuest>) =>
    expect(refusalOf(await askAsGuest(...asked))[0]).toBe(404)
  await noLink(svc, { ...rest(bought), slug: 'nova.live' })
  await noLink(svc, rest(whole))
  await noLink(svc, rest({ secret: 'x'.repeat(43) }))
  await noLink(svc, rest(bought, { secret: 'x' }))
  expect(refusalOf(await askAsGuest(svc, { ...rest(bought), trackIds: [kettle.id] }))[0]).toBe(400)
  // An account pays with what is in its library.
  expect((await ask(svc, ada, { slug: 'nova', ...rest(bought) })).status).toBe(400)
  const kept = await svc.call('POST', '/api/guest/rest', { body: { secret: bought.secret } })
  expect(kept.status).toBe(204)
  const cookie = kept.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^svc_rest=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  const secret = /=([\w-]{43});/.exec(cookie)?.[1] ?? ''
  expect((await svc.call('GET', `/collected/${secret}`)).status).toBe(404)
  expect((await svc.call('GET', `/api/guest/${secret}/download`)).status).toBe(404)
  expect((await hearAsGuest(svc, secret, dawn.id)).status).toBe(404)
  expect((await claimBy(svc, secret, ada)).status).toBe(404)
  expect((await askAsGuest(svc, rest({ secret }))).json).toMatchObject({ amount: 550 })
  expect((await svc.call('POST', '/api/guest/rest', { body: { secret: whole.secret } })).status).toBe(409)
  expect((await svc.call('POST', '/api/guest/rest', { body: { secret: 'x' } })).status).toBe(404)
  await claimOf(svc, bought, ada)
  await noLink(svc, rest(bought))
  await noLink(svc, rest({ secret }))
  expect(faultsOf(svc)).toEqual([])
})

test('a payment for the rest that is no longer right goes back: bought meanwhile, claimed, or its track paid back', async () => {
  const { svc, ada, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const pay = async (started: GuestStarted) => {
    await confirm(svc, { cookie: '' }, started, goodCard)
    await settled(svc)
  }
  // The rest is paid in one of two tabs: the other payment is ended.
  const bought = await single(svc, dawn)
  const [one, other] = [await beginAsGuest(svc, rest(bought)), await beginAsGuest(svc, rest(bought))]
  await pay(one)
  expect([stateOf(svc, one), stateOf(svc, other)]).toEqual(['PAID', 'REPLACED'])
  await pay(other)
  expect(stateOf(svc, other)).toBe('REPLACED')
  // Somebody claims the tracks before the payment for the rest arrives.
  const second = await single(svc, kettle)
  const late = await beginAsGuest(svc, rest(second))
  await claimOf(svc, second, ada)
  expect(stateOf(svc, late)).toBe('REPLACED')
  await pay(late)
  expect((await hearAsGuest(svc, late.secret, third.id)).status).toBe(409)
  // The track is refunded before the payment for the rest arrives.
  const again = await single(svc, kettle)
  const lost = await beginAsGuest(svc, rest(again))
  await refund(svc, again)
  await pay(lost)
  expect(stateOf(svc, lost)).toBe('UNDELIVERED')
  expect((await hearAsGuest(svc, lost.secret, third.id)).status).toBe(409)
  // The artist keeps 700 in two parts, and the price of a track.
  const { BUYERS = 0, REFUNDS = 0 } = balances(svc)
  expect(BUYERS + REFUNDS).toBe(-850)
  expect(faultsOf(svc)).toEqual([])
})

test('tracks whose money a bank holds are not taken off, and what is bought meanwhile stays apart from them', async () => {
  const { svc, dawn } = await openSingles()
  await using _ = svc
  const started = await beginAsGuest(svc, { trackIds: [dawn.id] })
  await confirm(svc, { cookie: '' }, started, card('4000000000000259'))
  await settled(svc)
  const answer = await askAsGuest(svc, rest(started))
  expect(answer.json).toMatchObject({ amount: 700 })
  expect(rowsOf(svc, 'rest_orders')).toEqual([])
  expect((await svc.call('GET', `/collected/${started.secret}`)).text).not.toContain('Get the rest')
})

test('where the tracks cost as much as all of it the rest is free for their link, and ends with them', async () => {
  const { svc, dawn, third } = await openSingles()
  await using _ = svc
  const bought = await single(svc, dawn, { amount: 900 })
  const answer = await askAsGuest(svc, rest(bought))
  expect(answer.json).toMatchObject({ entitled: true })
  for (const secret of [bought.secret, secretOf(answer)]) expect(await heard(svc, secret, [third])).toEqual([206])
  await refund(svc, bought)
  expect(await heard(svc, secretOf(answer), [dawn, third])).toEqual([409, 409])
  expect(faultsOf(svc)).toEqual([])
})

test('an older copy of the database gets a guest’s tracks and their rest back, joined as before', async () => {
  using shop = await openRestorableSingles()
  const { svc: before, dawn, kettle, third } = shop
  const copy = backUp(before)
  const first = await single(before, dawn)
  const whole = await collectAsGuest(before, rest(first))
  const known = (svc: TestServer) =>
    ['track_holdings', 'rest_orders', 'collect_days'].map((table) =>
      rowsOf(svc, table).map((row) => ({ ...Object(row), held_since: null })),
    )
  const rows = known(before)
  await using svc = await shop.restore(copy)
  expect(await shop.learn()).toMatchObject({ ok: true, note: 'fixed' })
  await settled(svc)
  expect(known(svc)).toEqual(rows)
  for (const { secret } of [first, whole])
    expect(await heard(svc, secret, [dawn, kettle, third])).toEqual([206, 206, 206])
  expect(faultsOf(svc)).toEqual([])
})

test('the pages tell the difference before: on the link’s page, and at the checkout of that browser alone', async () => {
  const { svc, nova, dawn } = await openSingles()
  await using _ = svc
  const bought = await single(svc, dawn)
  expect((await svc.call('GET', `/collected/${bought.secret}`)).text).toContain('Get the rest for $5.50')
  const page = (cookie?: string) => svc.call('GET', '/checkout/nova', cookie === undefined ? {} : { cookie })
  const stranger = await page()
  expect(stranger.text).toContain('Open its link: there you pay only the difference')
  expect(stranger.text).not.toContain('$5.50')
  const kept = await svc.call('POST', '/api/guest/rest', { body: { secret: bought.secret } })
  const cookie = (kept.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const theirs = await page(cookie)
  expect(theirs.text).toContain('$5.50 for the rest: you have paid for some tracks')
  expect(theirs.text).toContain('who has their link has all of it')
  expect(theirs.headers.get('cache-control')).toBe('private, no-store')
  expect(stranger.headers.get('vary')).toContain('Cookie')
  // Somebody who is signed in gets a price of their own, not that of the guest.
  const lou = cast(svc.ctx, 'lou', { published: false })
  const signedIn = await page(`${lou.cookie}; ${cookie}`)
  expect(signedIn.text).not.toContain('$5.50')
  expect(signedIn.text).toContain('Put them into your library first')
  await collectAsGuest(svc, rest(bought))
  expect((await svc.call('GET', `/collected/${bought.secret}`)).text).toContain('all of it is yours')
  expect((await page(cookie)).text).not.toContain('$5.50')
  expect(cassetRow(svc, nova.cassetId)?.priceMinor).toBe(700)
})
