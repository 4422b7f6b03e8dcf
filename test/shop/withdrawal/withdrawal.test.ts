import { expect, setDefaultTimeout, test } from 'bun:test'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { isWithdrawing, startWithdrawal } from '../../../src/order/give-back/withdrawal.ts'
import { issueLink } from '../../../src/order/guest-link.ts'
import { orderById } from '../../../src/order/order.ts'
import { addMaster, askDownload, downloadPath } from '../../support/casset/download.ts'
import { addTape } from '../../support/casset/tape.ts'
import { testLimitMs } from '../../support/limits.ts'
import { openFolder } from '../../support/operate/modes.ts'
import type { TestServer } from '../../support/server.ts'
import { accessOf, balances, begin, collect, settled, shopOf, startShop } from '../../support/shop/checkout.ts'
import { faultsOf, give, takeGift } from '../../support/shop/gift.ts'
import { claimBy, collectAsGuest, downloadAsGuest, refusalOf } from '../../support/shop/guest.ts'
import { giveBack } from '../../support/shop/holder.ts'
import { inMs, setOpening } from '../../support/shop/preorder.ts'
import { sellTracks } from '../../support/shop/single-track.ts'
import { addReadyTrack, cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const dayMs = 86_400_000
const html = { accept: 'text/html' }
const agreed = { slug: 'nova', agrees: true }
const offered = { env: { GIVE_BACK: 'on' } }

/** Nova sells First Light for 700, which has a track to download; ada and kim buy. */
async function openStall(options: { env?: Record<string, string> } = {}) {
  const svc = await startShop({ ...options, limiter: { take: () => 0 } })
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  makeOwner(svc.ctx, 'nova@example.com')
  const [ada, kim] = [cast(svc.ctx, 'ada', { published: false }), cast(svc.ctx, 'kim', { published: false })]
  const track = await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  return { svc, nova, ada, kim, track }
}

const refundsOf = async (svc: TestServer) =>
  (await shopOf(svc).stripe.refunds.list({ limit: 20 })).data.map(({ amount }) => amount)
const pageOf = async (svc: TestServer, path: string, cookie?: string) =>
  (await svc.call('GET', path, { cookie, headers: html })).text

test('an order of a program that says nothing keeps nothing, and a tip has no such right', async () => {
  const { svc, ada } = await openStall(offered)
  await using _ = svc
  const tip = await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body: { amount: 500 } })
  expect(orderById(svc.ctx, Object(tip.json).orderId)?.withdrawal).toBeNull()
  const { svc: plain, ada: bea } = await openStall()
  await using __ = plain
  const { orderId } = await collect(plain, bea)
  expect(orderById(plain.ctx, orderId)?.withdrawal).toBeNull()
  expect(await pageOf(plain, `/receipt/${orderId}`, bea.cookie)).not.toContain('You agreed')
  expect((await giveBack(plain, orderId, bea)).status).toBe(409)
})

test('where the site offers it, a buyer gives a casset back once, has their money, and the casset no more', async () => {
  const { svc, nova, ada, kim, track } = await openStall(offered)
  await using _ = svc
  expect(await pageOf(svc, '/checkout/nova', ada.cookie)).toContain('You can give it back for fourteen days')
  const { orderId } = await collect(svc, ada, undefined, agreed)
  expect(await accessOf(svc, track.id, ada)).toBe('full')
  for (const path of ['/library', `/receipt/${orderId}`]) {
    expect(await pageOf(svc, path, ada.cookie)).toContain('You can withdraw from it until')
  }
  for (const other of [nova, kim]) expect((await giveBack(svc, orderId, other)).status).toBe(403)
  expect((await giveBack(svc, orderId, { cookie: '' })).status).toBe(401)
  expect((await giveBack(svc, orderId, ada)).status).toBe(204)
  await settled(svc)
  expect(await accessOf(svc, track.id, ada)).toBe('hook')
  expect((await askDownload(svc, ada, downloadPath('nova'))).status).toBe(403)
  expect((await giveBack(svc, orderId, ada)).status).toBe(409)
  expect(await refundsOf(svc)).toEqual([700])
  expect(await pageOf(svc, `/receipt/${orderId}`, ada.cookie)).not.toContain('You can withdraw from it until')
  // The buyer may buy it again, and has the same right.
  const again = await collect(svc, ada, undefined, agreed)
  expect((await giveBack(svc, again.orderId, ada)).status).toBe(204)
  await settled(svc)
  expect(await refundsOf(svc)).toEqual([700, 700])
  expect(balances(svc).BUYERS ?? 0).toBe(-1_400)
  expect(faultsOf(svc)).toEqual([])
})

test('the sum that comes back is what was not refunded before, and a preorder that moved has one key', async () => {
  const { svc, nova, ada } = await openStall(offered)
  await using _ = svc
  expect((await setOpening(svc, nova, { opensAt: inMs(svc, dayMs) })).status).toBe(200)
  const { orderId, paymentIntentId } = await collect(svc, ada, undefined, agreed)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId, amount: 300 })
  await settled(svc)
  const keysOf = async () => {
    const text = (await pageOf(svc, '/library', ada.cookie)).replaceAll('&quot;', '"')
    return ['"why":"moved"', '"why":"until the d', '"sum":"$4', '"sum":"$7'].map((part) => text.split(part).length - 1)
  }
  expect(await keysOf()).toEqual([0, 1, 1, 0])
  svc.tick(1_000)
  expect((await setOpening(svc, nova, { opensAt: inMs(svc, 2 * dayMs) })).status).toBe(200)
  expect(await keysOf()).toEqual([1, 0, 1, 0])
  expect((await giveBack(svc, orderId, ada)).status).toBe(204)
  await settled(svc)
  expect(await refundsOf(svc)).toEqual([400, 300])
  expect([await keysOf(), faultsOf(svc)]).toEqual([[0, 0, 0, 0], []])
})

test('a download ends the right to withdraw, and so does the end of the days; hearing it does not', async () => {
  const { svc, ada, kim, track } = await openStall(offered)
  await using _ = svc
  const heard = await collect(svc, ada, undefined, agreed)
  expect(await accessOf(svc, track.id, ada)).toBe('full')
  const late = await collect(svc, kim, undefined, agreed)
  expect((await askDownload(svc, ada, downloadPath('nova'))).status).toBe(200)
  expect(refusalOf(await giveBack(svc, heard.orderId, ada))[2]).toBe(
    'This was downloaded, so it can no longer be given back.',
  )
  expect(await pageOf(svc, '/library', ada.cookie)).not.toContain('You can withdraw')
  // Another's download ends nothing of hers.
  expect(await pageOf(svc, '/library', kim.cookie)).toContain('You can withdraw from it until')
  svc.tick(20 * dayMs)
  svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, expires_at = ?1 + ?2', [svc.ctx.now(), dayMs])
  expect((await giveBack(svc, late.orderId, kim)).status).toBe(409)
  expect(await refundsOf(svc)).toEqual([])
})

test('nobody downloads what they are giving back', async () => {
  const { svc, ada } = await openStall(offered)
  await using _ = svc
  const { orderId } = await collect(svc, ada, undefined, agreed)
  const order = orderById(svc.ctx, orderId)
  expect(order && startWithdrawal(svc.ctx, order)).toBe(true)
  const refused = await svc.call('GET', downloadPath('nova'), { cookie: ada.cookie })
  expect(refusalOf(refused)).toEqual([409, 'BAD_STATE', 'This is being given back.'])
})

test('a gift is given back by its payer alone, until the person who has it downloads it', async () => {
  const { svc, ada, kim, track } = await openStall(offered)
  await using _ = svc
  for (const downloads of [false, true]) {
    const { orderId } = await give(svc, ada, { agrees: true })
    expect((await takeGift(svc, issueLink(svc.ctx, orderId, 'gift'), kim)).status).toBe(200)
    expect(await accessOf(svc, track.id, kim)).toBe('full')
    expect((await giveBack(svc, orderId, kim)).status).toBe(403)
    if (downloads) expect((await askDownload(svc, kim, downloadPath('nova'))).status).toBe(200)
    expect([downloads, (await giveBack(svc, orderId, ada)).status]).toEqual([downloads, downloads ? 409 : 204])
    await settled(svc)
    expect(await accessOf(svc, track.id, kim)).toBe(downloads ? 'full' : 'hook')
  }
  expect(await refundsOf(svc)).toEqual([700])
  expect(faultsOf(svc)).toEqual([])
})

test('a guest gives back by their link, and who claimed it does so in their library', async () => {
  const { svc, kim } = await openStall(offered)
  await using _ = svc
  const one = await collectAsGuest(svc, { agrees: true })
  expect(await pageOf(svc, `/collected/${one.secret}`)).toContain('You can withdraw from it until')
  expect((await giveBack(svc, one.orderId, { secret: 'x' })).status).toBe(404)
  expect((await giveBack(svc, one.orderId, one)).status).toBe(204)
  await settled(svc)
  expect((await downloadAsGuest(svc, one.secret)).status).toBe(409)
  const two = await collectAsGuest(svc, { agrees: true })
  expect((await downloadAsGuest(svc, two.secret)).status).toBe(200)
  expect((await giveBack(svc, two.orderId, two)).status).toBe(409)
  const three = await collectAsGuest(svc, { agrees: true })
  expect((await claimBy(svc, issueLink(svc.ctx, three.orderId, 'claim'), kim)).status).toBe(200)
  expect((await giveBack(svc, three.orderId, three)).status).toBe(404)
  expect((await giveBack(svc, three.orderId, kim)).status).toBe(204)
  await settled(svc)
  expect(await refundsOf(svc)).toEqual([700, 700])
  expect(faultsOf(svc)).toEqual([])
})

test('single tracks and everything are given back whole, unless a tape of them was downloaded', async () => {
  const { svc, nova, ada, kim, track } = await openStall(offered)
  await using _ = svc
  sellTracks(svc, nova, 200)
  const live = await addReadyTrack(svc.ctx, addTape(svc, nova, 'live', { priceMinor: 300 }), 'Live')
  const body = { percent: 20, hasFuture: false }
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body })
  const single = await collect(svc, ada, undefined, { ...agreed, trackIds: [track.id] })
  expect((await giveBack(svc, single.orderId, ada)).status).toBe(204)
  await settled(svc)
  const all = await collect(svc, ada, undefined, { ...agreed, everything: true })
  expect(await accessOf(svc, live.id, ada)).toBe('full')
  expect((await giveBack(svc, all.orderId, ada)).status).toBe(204)
  await settled(svc)
  expect([await accessOf(svc, live.id, ada), await accessOf(svc, track.id, ada)]).toEqual(['hook', 'hook'])
  const kept = await collect(svc, kim, undefined, { ...agreed, everything: true })
  expect((await askDownload(svc, kim, downloadPath('nova'))).status).toBe(200)
  expect((await giveBack(svc, kept.orderId, kim)).status).toBe(409)
  expect(await refundsOf(svc)).toEqual([800, 200])
  expect(faultsOf(svc)).toEqual([])
})

test('while a bank decides over a payment, it is not given back', async () => {
  const { svc, ada } = await openStall(offered)
  await using _ = svc
  const { orderId, paymentIntentId } = await collect(svc, ada, undefined, agreed)
  const { stripe, test: bank } = shopOf(svc)
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentIntentId)
  await bank.openDispute(String(charge), { amount: 700 })
  expect((await giveBack(svc, orderId, ada)).status).toBe(409)
  await settled(svc)
  expect(await refundsOf(svc)).toEqual([])
  expect(orderById(svc.ctx, orderId)?.withdrawnAt).toBeNull()
})

test('a press that the program was ended in the middle of is finished by the next one, unless it was downloaded since', async () => {
  const { svc, ada, kim, track } = await openStall(offered)
  await using _ = svc
  const orders = [await collect(svc, ada, undefined, agreed), await collect(svc, kim, undefined, agreed)]
  for (const { orderId } of orders) {
    const order = orderById(svc.ctx, orderId)
    if (!order) throw new Error('no order')
    expect(startWithdrawal(svc.ctx, order)).toBe(true)
  }
  svc.ctx.db.$client.run('UPDATE orders SET downloaded_at = ? WHERE id = ?', [svc.ctx.now(), orders[1]?.orderId ?? ''])
  svc.tick(61_000)
  await settled(svc)
  expect(await refundsOf(svc)).toEqual([700])
  expect([await accessOf(svc, track.id, ada), await accessOf(svc, track.id, kim)]).toEqual(['hook', 'full'])
  // A press that succeeded refunds nothing again.
  svc.tick(dayMs)
  await settled(svc)
  expect([await refundsOf(svc), faultsOf(svc)]).toEqual([[700], []])
})

test('an order that was being given back when the site changed its mode of payment is refunded once that is back', async () => {
  await using folder = await openFolder()
  const { during, settings, ada, banks } = folder
  const refunds = async () => (await banks.live.stripe.refunds.list({ limit: 20 })).data.length
  settings.live.GIVE_BACK = 'on'
  const bought = await during('live', async (svc) => {
    const started = await begin(svc, ada, { slug: 'nova', agrees: 'at-download' })
    await folder.payAtStripe(svc, 'live', ada, started)
    const order = orderById(svc.ctx, started.orderId)
    if (!order) throw new Error('no order')
    expect(startWithdrawal(svc.ctx, order)).toBe(true)
    return started
  })
  const pass = async (svc: TestServer, days: number) => {
    svc.tick(days * dayMs)
    await svc.ctx.jobs.idle()
    expect(faultsOf(svc)).toEqual([])
  }
  for (const [mode, days] of [
    ['test', 1],
    ['off', 2],
  ] as const)
    await during(mode, async (svc) => {
      await pass(svc, days)
      expect(isWithdrawing(svc.ctx, [bought.orderId])).toBe(true)
    })
  expect(await refunds()).toBe(0)
  await during('live', (svc) => pass(svc, 3))
  expect(await refunds()).toBe(1)
})

test('nobody pays under an offer to give back that the site has withdrawn since the page was loaded', async () => {
  const { svc, ada } = await openStall()
  await using _ = svc
  const asked = { slug: 'nova', agrees: 'at-download' }
  const answer = await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: asked })
  expect(refusalOf(answer)).toEqual([
    409,
    'BAD_STATE',
    'What you may give back has changed since this page was loaded.',
  ])
  expect(svc.ctx.db.$client.query('SELECT id FROM orders').all()).toEqual([])
})
