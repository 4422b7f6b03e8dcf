import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { startWithdrawal } from '../../src/order/give-back/withdrawal.ts'
import { orderById } from '../../src/order/order.ts'
import { settle } from '../../src/order/settle/settle.ts'
import { noteDownloaded } from '../../src/order/withdrawal-offer.ts'
import { rowsOf } from '../support/account/account.ts'
import { backUp } from '../support/operate/restore.ts'
import { querySteps } from '../support/query-steps.ts'
import { accessOf, ask, balances, collect, goodCard, settled, shopOf } from '../support/shop/checkout.ts'
import { faultsOf } from '../support/shop/gift.ts'
import {
  askAsGuest,
  beginAsGuest,
  collectAsGuest,
  type GuestStarted,
  refusalOf,
  verifyAsGuest,
} from '../support/shop/guest.ts'
import { claimOf, heard, namesOf, refund, rest, single, stateOf } from '../support/shop/guest-rest.ts'
import { giveBack } from '../support/shop/holder.ts'
import { openRestorableSingles, openSingles } from '../support/shop/single-track.ts'
import { cast } from '../support/world.ts'

test('a checkout that nobody paid joins nothing: each link stays as it was, and is claimed alone', async () => {
  const { svc, ada, dawn, kettle } = await openSingles()
  await using _ = svc
  const [theirs, mine] = [await single(svc, dawn), await single(svc, kettle)]
  // A checkout needs no more than the links, which prove less than a claim.
  const begun = await beginAsGuest(svc, rest(theirs, mine))
  expect((await askAsGuest(svc, rest(mine))).json).toMatchObject({ amount: 550 })
  expect((await claimOf(svc, mine, ada)).status).toBe(200)
  expect(stateOf(svc, begun)).toBe('REPLACED')
  expect(await heard(svc, theirs.secret, [dawn, kettle])).toEqual([206, 404])
  const stored = rowsOf(svc, 'orders').map((row) => Object(row))
  expect(stored.find(({ id }) => id === theirs.orderId)).toMatchObject({ holder_id: null })
  expect((await claimOf(svc, theirs, ada)).status).toBe(200)
  expect(faultsOf(svc)).toEqual([])
})

test('a download by the link of the rest ends the right to give back its tracks, and what is given back ends alone', async () => {
  const { svc, dawn, kettle, third } = await openSingles({ env: { GIVE_BACK: 'on' } })
  await using _ = svc
  const first = await single(svc, dawn)
  const whole = await collectAsGuest(svc, rest(first))
  await namesOf(svc, whole.secret)
  for (const order of [first, whole]) {
    expect(refusalOf(await giveBack(svc, order.orderId, order))[2]).toBe(
      'This was downloaded, so it can no longer be given back.',
    )
  }
  const second = await single(svc, kettle)
  const other = await collectAsGuest(svc, rest(second))
  expect((await giveBack(svc, other.orderId, other)).status).toBeLessThan(300)
  await settled(svc)
  expect(await heard(svc, second.secret, [kettle, third])).toEqual([206, 404])
  expect(faultsOf(svc)).toEqual([])
})

test('no step of a request with a guest’s link reads what all guests have', async () => {
  using compiled = spyOn(Database.prototype, 'prepare')
  const { svc, dawn, third } = await openSingles()
  await using _ = svc
  const [bought, more] = [await single(svc, dawn), await single(svc, third)]
  await collectAsGuest(svc, rest(bought, more))
  expect(await heard(svc, bought.secret, [dawn, third])).toEqual([206, 206])
  const texts = [...new Set(compiled.mock.calls.map(([text]) => text))]
  const ofTracks = texts.filter((text) => /^(?:select|update) .*"(?:track_holdings|rest_orders)"/.test(text))
  expect(ofTracks.length).toBeGreaterThan(5)
  const steps = querySteps(svc, ofTracks)
  expect(steps.filter((step) => /^SCAN (?!json_each)|purchases_by_user \(user_id=\?\)$/.test(step))).toEqual([])
})

test('tracks cannot be given back while somebody has the rest that they made cheaper', async () => {
  const { svc, ada, dawn, kettle, third } = await openSingles({ env: { GIVE_BACK: 'on' } })
  await using _ = svc
  const lou = cast(svc.ctx, 'lou', { published: false })
  const first = [409, 'BAD_STATE', 'What you paid for this was taken off the price of what you got later.']
  // A guest: the rest goes back before its track does.
  const bought = await single(svc, dawn, { amount: 650 })
  const whole = await collectAsGuest(svc, rest(bought))
  expect(refusalOf(await giveBack(svc, bought.orderId, bought))).toEqual(first)
  const pageOf = async ({ secret }: GuestStarted) => (await svc.call('GET', `/collected/${secret}`)).text
  expect(await pageOf(whole)).toContain('class="give-back"')
  expect(await pageOf(bought)).not.toContain('class="give-back"')
  for (const each of [whole, bought]) expect((await giveBack(svc, each.orderId, each)).status).toBe(204)
  await settled(svc)
  expect(await heard(svc, bought.secret, [dawn, third])).toEqual([409, 409])
  // The same for an account.
  const paid = await collect(svc, ada, goodCard, { slug: 'nova', trackIds: [kettle.id], amount: 650 })
  await collect(svc, ada)
  expect(refusalOf(await giveBack(svc, paid.orderId, ada))).toEqual(first)
  // Money that is going back is not taken off meanwhile.
  const going = await collect(svc, lou, goodCard, { slug: 'nova', trackIds: [kettle.id], amount: 700 })
  const order = orderById(svc.ctx, going.orderId)
  expect(order && startWithdrawal(svc.ctx, order)).toBe(true)
  expect((await ask(svc, lou)).json).toMatchObject({ amount: 700 })
  noteDownloaded(svc.ctx, [going.orderId])
  expect((await ask(svc, lou)).json).toMatchObject({ entitled: true })
  expect(faultsOf(svc)).toEqual([])
})

test('the same track of two guests counts twice for the rest, and comes into one library with it', async () => {
  const { svc, ada, dawn, third } = await openSingles()
  await using _ = svc
  const [one, other] = [await single(svc, dawn), await single(svc, dawn)]
  expect((await askAsGuest(svc, rest(one, other))).json).toMatchObject({ amount: 400 })
  const whole = await collectAsGuest(svc, rest(one, other))
  expect((await claimOf(svc, other, ada)).status).toBe(200)
  expect(rowsOf(svc, 'orders').filter((row) => Object(row).holder_id === ada.userId)).toHaveLength(3)
  // One of them is still there when the other goes back, and both count without the rest.
  await refund(svc, one)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  await refund(svc, whole)
  expect([await accessOf(svc, dawn.id, ada), await accessOf(svc, third.id, ada)]).toEqual(['full', 'hook'])
  expect((await ask(svc, ada)).json).toMatchObject({ amount: 550 })
  expect(faultsOf(svc)).toEqual([])
})

test('a track that an older copy does not deliver any more is refunded to nobody, and delivered once it is there again', async () => {
  using shop = await openRestorableSingles()
  const { svc: before, dawn, kettle, third } = shop
  const copy = backUp(before)
  const first = await single(before, dawn)
  const whole = await collectAsGuest(before, rest(first))
  await using svc = await shop.restore(copy)
  const show = async (active: number, inactiveAt: number | null) => {
    svc.ctx.db.$client.run('UPDATE tracks SET active = ?, inactive_at = ? WHERE id = ?', [active, inactiveAt, dawn.id])
    await shop.learn()
    await settled(svc)
    return rowsOf(svc, 'orders').map((row) => Object(row).state)
  }
  expect(await show(0, 1)).toEqual(['PAID'])
  expect(await show(1, null)).toEqual(['PAID', 'PAID'])
  expect(await heard(svc, whole.secret, [dawn, kettle, third])).toEqual([206, 206, 206])
  expect(faultsOf(svc)).toEqual([])
})

test('of a guest’s tracks and their rest, what an older copy learns last is in the library that has claimed the other', async () => {
  for (const isRestFirst of [true, false]) {
    using shop = await openRestorableSingles()
    const { svc: before, ada, dawn, third } = shop
    const copy = backUp(before)
    const track = await single(before, dawn)
    const whole = await collectAsGuest(before, rest(track))
    await using svc = await shop.restore(copy)
    // The site knows only the first, from the page to which its payer comes back.
    const [first, last] = isRestFirst ? [whole, track] : [track, whole]
    expect((await verifyAsGuest(svc, first)).status).toBe(200)
    expect((await claimOf(svc, first, ada)).status).toBe(200)
    await shop.learn()
    await settled(svc)
    expect([await accessOf(svc, dawn.id, ada), await accessOf(svc, third.id, ada)]).toEqual(['full', 'full'])
    expect(await heard(svc, last.secret, [dawn])).not.toEqual([206])
    expect(rowsOf(svc, 'orders')).toMatchObject(Array.from({ length: 2 }, () => ({ state: 'PAID', buyer_email: '' })))
    expect(faultsOf(svc)).toEqual([])
  }
})

test('an older copy that learns of a claim by one payment has in that library all that was claimed with it', async () => {
  using shop = await openRestorableSingles()
  const { svc: before, dawn, kettle, third } = shop
  const buys = async (amount: number, name: string) => ({
    track: await single(before, dawn, { amount }),
    who: cast(before.ctx, name, { published: false }),
  })
  // After 900 nothing is left to pay, so the rest has no payment whose metadata could name the
  // claim.
  const free = await buys(900, 'fay')
  await askAsGuest(before, rest(free.track))
  const [one, other] = [await buys(150, 'oda'), await buys(150, 'otto')]
  await collectAsGuest(before, rest(one.track))
  const whole = await collectAsGuest(before, rest(other.track))
  const copy = backUp(before)
  const all = [free, one, other]
  for (const { track, who } of all) expect((await claimOf(before, track, who)).status).toBe(200)
  await settled(before)
  await using svc = await shop.restore(copy)
  expect(rowsOf(svc, 'orders').filter((row) => Object(row).holder_id !== null)).toEqual([])
  for (const { paymentIntentId } of [free.track, one.track, whole]) await settle(svc.ctx, shopOf(svc), paymentIntentId)
  for (const { who } of all) {
    expect(rowsOf(svc, 'orders').filter((row) => Object(row).holder_id === who.userId)).toHaveLength(2)
    for (const { id } of [dawn, kettle, third]) expect(await accessOf(svc, id, who)).toBe('full')
  }
  await settled(svc)
  expect(await shop.learn()).toMatchObject({ ok: true })
  expect(faultsOf(svc)).toEqual([])
})

test('an older copy that learns of the rest before the tracks that made it cheaper keeps both', async () => {
  using shop = await openRestorableSingles()
  const { svc: before, ada, dawn, third } = shop
  const copy = backUp(before)
  const track = await collect(before, ada, goodCard, { slug: 'nova', trackIds: [dawn.id] })
  const whole = await collect(before, ada)
  await using svc = await shop.restore(copy)
  for (const { paymentIntentId } of [whole, track]) await settle(svc.ctx, shopOf(svc), paymentIntentId)
  await settled(svc)
  expect(rowsOf(svc, 'orders')).toMatchObject(Array.from({ length: 2 }, () => ({ state: 'PAID' })))
  expect([await accessOf(svc, dawn.id, ada), await accessOf(svc, third.id, ada)]).toEqual(['full', 'full'])
  expect(faultsOf(svc)).toEqual([])
})

test('an older copy that learns of two payments for one rest, in whatever order, gives one of them back', async () => {
  const orders = [
    [0, 1, 2],
    [1, 0, 2],
    [1, 2, 0],
  ] as const
  for (const order of orders) {
    using shop = await openRestorableSingles()
    const { svc: before, dawn, kettle, third } = shop
    const copy = backUp(before)
    const track = await single(before, dawn)
    const first = await beginAsGuest(before, rest(track))
    const second = await beginAsGuest(before, rest(track))
    const payments = [track, first, second]
    await using svc = await shop.restore(copy)
    for (const { paymentIntentId } of [first, second]) {
      const typed = { payment_method: 'pm_card_visa', return_url: svc.url }
      await shopOf(svc).stripe.paymentIntents.confirm(paymentIntentId, typed)
    }
    for (const at of order) await settle(svc.ctx, shopOf(svc), payments[at]?.paymentIntentId ?? '')
    await settled(svc)
    const { BUYERS = 0, REFUNDS = 0 } = balances(svc)
    expect(BUYERS + REFUNDS).toBe(-700)
    const held = await Promise.all([first, second].map(({ secret }) => heard(svc, secret, [dawn, kettle, third])))
    expect(held.flat().filter((status) => status === 206)).toHaveLength(3)
    expect(faultsOf(svc)).toEqual([])
  }
})
