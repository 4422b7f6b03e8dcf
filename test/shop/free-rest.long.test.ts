import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { addTape } from '../support/casset/tape.ts'
import { refundAsOwner } from '../support/earnings/sale.ts'
import { backUp } from '../support/operate/restore.ts'
import type { TestServer } from '../support/server.ts'
import { accessOf, ask, balances, card, collect, goodCard, settled, shopOf } from '../support/shop/checkout.ts'
import { faultsOf } from '../support/shop/gift.ts'
import { askAsGuest, collectAsGuest, refusalOf, secretOf } from '../support/shop/guest.ts'
import { claimOf, heard, namesOf, refund, rest, single } from '../support/shop/guest-rest.ts'
import { giveBack } from '../support/shop/holder.ts'
import { openRestorableSingles, openSingles } from '../support/shop/single-track.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

type Tracks = readonly { id: string }[]
type Paid = { paymentIntentId: string }

const accesses = (svc: TestServer, who: Person, all: Tracks) => Promise.all(all.map(({ id }) => accessOf(svc, id, who)))

const one = ({ id }: { id: string }, amount: number) => ({ slug: 'nova', trackIds: [id], amount })

/** Opens a dispute of a payment, and returns a way to move it. */
async function dispute(svc: TestServer, { paymentIntentId }: Paid) {
  const { stripe, test: bank } = shopOf(svc)
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentIntentId)
  const id = await bank.openDispute(String(charge), {})
  await settled(svc)
  return async (...ways: Parameters<typeof bank.moveDispute>[1][]) => {
    for (const to of ways) await bank.moveDispute(id, to)
    await settled(svc)
  }
}

const lettersOf = ({ ctx }: TestServer, kind: string): string =>
  ctx.db.$client.query('SELECT text_body FROM mails WHERE kind = ?').values(kind).flat().join().replaceAll('\n', ' ')

const went = 'The rest of the casset, which was free because its tracks were paid, has ended with it.'

test('a rest that was free ends for an account with the money of its tracks; each track that is paid stays', async () => {
  const { svc, nova, ada, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const all = [dawn, kettle, third]
  const first = await collect(svc, ada, goodCard, one(dawn, 400))
  const second = await collect(svc, ada, goodCard, one(kettle, 350))
  expect((await ask(svc, ada)).json).toMatchObject({ entitled: true })
  expect(await accesses(svc, ada, all)).toEqual(['full', 'full', 'full'])
  // A refund of the part above the price changes nothing.
  await shopOf(svc).stripe.refunds.create({ payment_intent: first.paymentIntentId, amount: 50 })
  await settled(svc)
  expect(await accesses(svc, ada, all)).toEqual(['full', 'full', 'full'])
  expect(lettersOf(svc, 'refund')).not.toContain(went)
  expect((await refundAsOwner(svc, nova, second.orderId)).status).toBe(200)
  await settled(svc)
  expect(await accesses(svc, ada, all)).toEqual(['full', 'hook', 'hook'])
  expect(lettersOf(svc, 'refund')).toContain(went)
  const [mine] = Object((await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })).json).purchases
  expect(mine).toMatchObject({ amount: 0, status: 'REFUNDED', entitles: false })
  expect(rowsOf(svc, 'collect_days').map((row) => Object(row).collects)).toEqual([0])
  expect((await ask(svc, ada)).json).toMatchObject({ amount: 350 })
  expect(faultsOf(svc)).toEqual([])
})

test('a part of the money that goes back ends a rest that was free, and no track', async () => {
  const { svc, ada, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const bought = await collect(svc, ada, goodCard, one(dawn, 750))
  await ask(svc, ada)
  await shopOf(svc).stripe.refunds.create({ payment_intent: bought.paymentIntentId, amount: 51 })
  await settled(svc)
  expect(await accesses(svc, ada, [dawn, kettle, third])).toEqual(['full', 'hook', 'hook'])
  expect(lettersOf(svc, 'refund')).toContain(`You keep what you bought. ${went}`)
  expect((await ask(svc, ada)).json).toMatchObject({ amount: 50 })
  expect(faultsOf(svc)).toEqual([])
})

test('a rest that was free stays while a bank decides, ends with a lost dispute, and is back with its money', async () => {
  const { svc, ada, dawn, third } = await openSingles()
  await using _ = svc
  const lou = cast(svc.ctx, 'lou', { published: false })
  const theirs = await collect(svc, ada, goodCard, one(dawn, 900))
  await ask(svc, ada)
  const guests = await single(svc, dawn, { amount: 900 })
  const whole = secretOf(await askAsGuest(svc, rest(guests)))
  const claimed = await single(svc, dawn, { amount: 900 })
  await askAsGuest(svc, rest(claimed))
  expect((await claimOf(svc, claimed, lou)).status).toBe(200)
  const have = async () => [
    await accessOf(svc, third.id, ada),
    await accessOf(svc, third.id, lou),
    await heard(svc, whole, [dawn, third]),
    await heard(svc, guests.secret, [dawn, third]),
  ]
  const all = ['full', 'full', [206, 206], [206, 206]]
  const banks = [await dispute(svc, theirs), await dispute(svc, guests), await dispute(svc, claimed)]
  expect(await have()).toEqual(all)
  for (const bank of banks) await bank('lost')
  expect(await have()).toEqual(['hook', 'hook', [409, 409], [409, 409]])
  expect((await svc.call('GET', `/api/guest/${whole}/download`)).status).toBe(409)
  expect(lettersOf(svc, 'dispute-lost')).toContain(went)
  for (const bank of banks) await bank('appeal_needs_response', 'won')
  expect(await have()).toEqual(all)
  expect(faultsOf(svc)).toEqual([])
})

test('a rest that was got for less meanwhile is not held twice for the same money', async () => {
  const { svc, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const [first, second] = [await single(svc, dawn, { amount: 400 }), await single(svc, kettle, { amount: 300 })]
  const free = secretOf(await askAsGuest(svc, rest(first, second)))
  const bank = await dispute(svc, first)
  await bank('lost')
  expect(await heard(svc, free, [third])).toEqual([409])
  const paid = await askAsGuest(svc, rest(second))
  expect(paid.json).toMatchObject({ amount: 400 })
  const again = await single(svc, third, { amount: 400 })
  const other = secretOf(await askAsGuest(svc, rest(second, again)))
  expect(await heard(svc, other, [dawn, kettle, third])).toEqual([206, 206, 206])
  await bank('appeal_needs_response', 'won')
  expect(await heard(svc, free, [third])).toEqual([409])
  expect(await heard(svc, first.secret, [dawn, third])).toEqual([206, 404])
  await refund(svc, again)
  expect(await heard(svc, other, [kettle])).toEqual([409])
  expect(await heard(svc, second.secret, [kettle, third])).toEqual([206, 404])
  expect(faultsOf(svc)).toEqual([])
})

test('tracks whose rest was free go back, and the rest with them, until something of it was downloaded', async () => {
  const { svc, ada, dawn, kettle, third } = await openSingles({ env: { GIVE_BACK: 'on' } })
  await using _ = svc
  const bought = await collect(svc, ada, goodCard, one(kettle, 700))
  await ask(svc, ada)
  expect((await giveBack(svc, bought.orderId, ada)).status).toBe(204)
  await settled(svc)
  expect(await accesses(svc, ada, [dawn, kettle, third])).toEqual(['hook', 'hook', 'hook'])
  const first = await single(svc, dawn, { amount: 700 })
  const whole = secretOf(await askAsGuest(svc, rest(first)))
  expect((await svc.call('GET', `/collected/${first.secret}`)).text).toContain('class="give-back"')
  expect((await giveBack(svc, first.orderId, first)).status).toBe(204)
  await settled(svc)
  for (const secret of [first.secret, whole]) expect(await heard(svc, secret, [dawn, third])).toEqual([409, 409])
  const kept = await single(svc, dawn, { amount: 700 })
  await namesOf(svc, secretOf(await askAsGuest(svc, rest(kept))))
  expect(refusalOf(await giveBack(svc, kept.orderId, kept))[2]).toBe(
    'This was downloaded, so it can no longer be given back.',
  )
  expect(faultsOf(svc)).toEqual([])
})

test('a tape of everything that cost nothing ends alone, and everything that cost nothing ends whole', async () => {
  const { svc, nova, ada, dawn, third } = await openSingles()
  await using _ = svc
  const lou = cast(svc.ctx, 'lou', { published: false })
  const live = await addReadyTrack(
    svc.ctx,
    addTape(svc, nova, 'live', { priceMinor: 300, trackPriceMinor: 100 }),
    'live',
  )
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: { percent: 0, hasFuture: true } })
  const all = { slug: 'nova', everything: true }
  const bought = await collect(svc, ada, goodCard, one(dawn, 700))
  await collect(svc, ada, goodCard, { ...all, amount: 300 })
  expect(await accesses(svc, ada, [third, live])).toEqual(['full', 'full'])
  const first = await collect(svc, lou, goodCard, one(dawn, 700))
  await collect(svc, lou, goodCard, { slug: 'nova.live', trackIds: [live.id], amount: 300 })
  expect((await ask(svc, lou, all)).json).toMatchObject({ entitled: true })
  expect(await accesses(svc, lou, [dawn, third, live])).toEqual(['full', 'full', 'full'])
  for (const each of [bought, first]) await refund(svc, each)
  for (const who of [ada, lou]) expect(await accesses(svc, who, [dawn, third, live])).toEqual(['hook', 'hook', 'full'])
  // Publishing later brings no tape back that ended.
  const publish = (id: string, published: boolean) =>
    svc.call('PATCH', `/api/studio/casset/${id}`, { cookie: nova.cookie, body: { published } })
  for (const published of [false, true]) expect((await publish(nova.cassetId, published)).status).toBe(200)
  const later = addTape(svc, nova, 'later', { priceMinor: 300, published: false })
  const encore = await addReadyTrack(svc.ctx, later, 'later')
  await publish(later, true)
  await svc.ctx.jobs.idle()
  expect(await accesses(svc, ada, [third, encore])).toEqual(['hook', 'full'])
  expect(await accesses(svc, lou, [third, encore])).toEqual(['hook', 'hook'])
  expect(faultsOf(svc)).toEqual([])
})

test('an older copy of the database ends a rest that was free once it learns that the money went back', async () => {
  using shop = await openRestorableSingles()
  const { svc: before, dawn, third } = shop
  const bought = await single(before, dawn, { amount: 700 })
  const whole = secretOf(await askAsGuest(before, rest(bought)))
  const copy = backUp(before)
  await refund(before, bought)
  await using svc = await shop.restore(copy)
  expect(await heard(svc, whole, [dawn, third])).toEqual([206, 206])
  expect(await shop.learn()).toMatchObject({ ok: true, note: 'fixed' })
  await settled(svc)
  expect(await heard(svc, whole, [dawn, third])).toEqual([409, 409])
  expect(faultsOf(svc)).toEqual([])
})

test('a rest that more than the price of a track made cheaper goes back itself when that track does', async () => {
  const { svc, nova, ada, dawn, kettle, third } = await openSingles()
  await using _ = svc
  const all = [dawn, kettle, third]
  const track = await collect(svc, ada, goodCard, one(dawn, 650))
  await collect(svc, ada, goodCard, { slug: 'nova', amount: 60 })
  expect(await accesses(svc, ada, all)).toEqual(['full', 'full', 'full'])
  await shopOf(svc).stripe.refunds.create({ payment_intent: track.paymentIntentId, amount: 550 })
  await settled(svc)
  // A refund of a part takes nothing away here either.
  expect(await accesses(svc, ada, all)).toEqual(['full', 'full', 'full'])
  await refund(svc, track)
  expect(await accesses(svc, ada, all)).toEqual(['hook', 'hook', 'hook'])
  expect(lettersOf(svc, 'refund')).toContain('You had got it for less because of what you paid for its tracks')
  const { BUYERS = 0, REFUNDS = 0 } = balances(svc)
  expect(BUYERS + REFUNDS).toBe(0)
  // A guest's bank takes the money back. A buyer who pays for something free has paid for it, too.
  // The refund of a rest comes out of the artist's balance, which the bank draws on as well.
  await collect(svc, cast(svc.ctx, 'max', { published: false }), goodCard, { slug: 'nova', amount: 9_000 })
  for (const [amount, own] of [
    [650, 50],
    [900, 60],
  ] as const) {
    const first = await single(svc, dawn, { amount })
    const whole = await collectAsGuest(svc, { ...rest(first), amount: own })
    const bank = await dispute(svc, first)
    expect(await heard(svc, whole.secret, all)).toEqual([206, 206, 206])
    await bank('lost')
    expect(await heard(svc, whole.secret, all)).toEqual([409, 409, 409])
    await bank('appeal_needs_response', 'won')
    expect(await heard(svc, first.secret, all)).toEqual([206, 404, 404])
  }
  // Everything, and what was paid for it of one's own accord.
  const lou = cast(svc.ctx, 'lou', { published: false })
  const live = await addReadyTrack(svc.ctx, addTape(svc, nova, 'live', { priceMinor: 300 }), 'live')
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: { percent: 0, hasFuture: true } })
  const before = await collect(svc, lou, goodCard, one(dawn, 650))
  await collect(svc, lou, goodCard, { slug: 'nova', everything: true, amount: 400 })
  expect(await accesses(svc, lou, [third, live])).toEqual(['full', 'full'])
  await refund(svc, before)
  expect(await accesses(svc, lou, [third, live])).toEqual(['hook', 'hook'])
  // A rest at the price of the track loses that track alone.
  const kept = await single(svc, dawn)
  const cheaper = await collectAsGuest(svc, rest(kept))
  await refund(svc, kept)
  expect(await heard(svc, cheaper.secret, all)).toEqual([404, 206, 206])
  expect(faultsOf(svc)).toEqual([])
})

test('of a payment for the casset and a rest that was free, whose money is back, one goes back or nobody can', async () => {
  const { svc, ada, dawn, third } = await openSingles()
  await using _ = svc
  const lou = cast(svc.ctx, 'lou', { published: false })
  const holds = (orderId: string) => rowsOf(svc, 'purchases').find((row) => Object(row).order_id === orderId)
  const refundsOf = async ({ paymentIntentId }: Paid) =>
    (await shopOf(svc).stripe.refunds.list({ payment_intent: paymentIntentId })).data.map(({ status }) => status)
  // The artist wins by appeal. ada has paid for the track twice now and gets its money back.
  const first = await collect(svc, ada, goodCard, one(dawn, 900))
  await ask(svc, ada)
  const bank = await dispute(svc, first)
  await bank('lost')
  const whole = await collect(svc, ada)
  await bank('appeal_needs_response', 'won')
  expect([await refundsOf(first), await refundsOf(whole)]).toEqual([['succeeded'], []])
  expect(holds(whole.orderId)).toMatchObject({ status: 'PAID', ended_at: null })
  // A refund that came back is not tried again, and what was paid since holds the casset.
  const second = await collect(svc, lou, card('4000000000007726'), one(dawn, 900))
  await ask(svc, lou)
  await refund(svc, second)
  const again = await collect(svc, lou)
  svc.tick(6_000)
  await settled(svc)
  expect([await refundsOf(second), await refundsOf(again)]).toEqual([['failed'], []])
  expect(holds(again.orderId)).toMatchObject({ status: 'PAID', ended_at: null })
  for (const who of [ada, lou]) expect(await accesses(svc, who, [dawn, third])).toEqual(['full', 'full'])
  expect(faultsOf(svc)).toEqual([])
})
