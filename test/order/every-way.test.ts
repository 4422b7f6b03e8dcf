import { expect, setDefaultTimeout, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { rowsOf } from '../support/account/account.ts'
import { csvOf, fan, html, refundOf } from '../support/books/vat.ts'
import { addTape } from '../support/casset/tape.ts'
import { figures } from '../support/earnings/statistics.ts'
import { testLimitMs } from '../support/limits.ts'
import { collect, goodCard, settled, shopOf, startShop } from '../support/shop/checkout.ts'
import { makeDiscount } from '../support/shop/discount.ts'
import { faultsOf, give } from '../support/shop/gift.ts'
import { collectAsGuest } from '../support/shop/guest.ts'
import { dayMs, inMs, setOpening } from '../support/shop/preorder.ts'
import { sellTracks } from '../support/shop/single-track.ts'
import { addReadyTrack, cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

test('an artist with three albums, a single and a preorder sells in each way, and statistics, files, receipts and transfers agree to the cent', async () => {
  await using svc = await startShop({ env: { PLATFORM_FEE_PERCENT: '10' }, limiter: { take: () => 0 } })
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 1_000 })
  const label = cast(svc.ctx, 'label', { published: false })
  makeOwner(svc.ctx, 'label@example.com')
  const dawn = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  await addReadyTrack(svc.ctx, nova.cassetId, 'Noon')
  sellTracks(svc, nova, 150)
  const tapes: Record<string, string> = {}
  for (const [word, priceMinor] of [
    ['second', 800],
    ['third', 700],
    ['single', 300],
    ['soon', 900],
  ] as const) {
    tapes[word] = addTape(svc, nova, word, { priceMinor })
    await addReadyTrack(svc.ctx, tapes[word], word)
  }
  const soon = { ...nova, cassetId: tapes.soon ?? '' }
  expect((await setOpening(svc, soon, { opensAt: inMs(svc, 10 * dayMs) })).status).toBe(200)
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: { percent: 20, hasFuture: false } })
  await makeDiscount(svc, nova, { percent: 50, cassetId: nova.cassetId })
  const [ada, bea, cem, dan, eva] = ['ada', 'bea', 'cem', 'dan', 'eva'].map((name) => fan(svc, name))
  if (!ada || !bea || !cem || !dan || !eva) throw new Error('no fans')
  const paid: [orderId: string, amount: number][] = []
  const note = ({ orderId }: { orderId: string }, amount: number) => void paid.push([orderId, amount])
  note(await collect(svc, ada, goodCard, { slug: 'nova', trackIds: [dawn.id] }), 150)
  note(await collect(svc, ada, goodCard, { slug: 'nova' }), 850)
  note(await collect(svc, bea, goodCard, { slug: 'nova.second', amount: 2_345 }), 2_345)
  note(await collect(svc, cem, goodCard, { slug: 'nova', everything: true }), 2_240)
  note(await collect(svc, dan, goodCard, { slug: 'nova', code: 'SPRING' }), 500)
  note(await collect(svc, eva, goodCard, { slug: 'nova.soon' }), 900)
  note(await collectAsGuest(svc, { slug: 'nova.single' }), 300)
  note(await give(svc, bea, { slug: 'nova.third' }), 700)
  const given = await give(svc, null, { slug: 'nova.third' })
  note(given, 700)
  const [refunded = '', part = ''] = [paid[2]?.[0], paid[3]?.[0]]
  await refundOf(svc, nova, refunded)
  await refundOf(svc, nova, part, 240)
  await settled(svc)
  svc.tick(7 * dayMs)
  await settled(svc)
  const sold = paid.reduce((sum, [, amount]) => sum + amount, 0)
  const back = 2_345 + 240

  // Each order and its receipt.
  const orders = rowsOf(svc, 'orders').map((row) => [Object(row).id, Object(row).amount_minor] as const)
  expect(new Map(orders)).toEqual(new Map(paid))
  for (const [who, orderId, text] of [
    [ada, paid[1]?.[0], '8.50'],
    [bea, refunded, '23.45'],
    [cem, part, '2.40'],
    [dan, paid[4]?.[0], '5.00'],
    [eva, paid[5]?.[0], '9.00'],
  ] as const) {
    expect((await svc.call('GET', `/receipt/${orderId}`, { cookie: who.cookie, headers: html })).text).toContain(text)
  }

  // The statistics of the artist, and their file.
  const { totals, balance, owed } = await figures(svc, nova)
  expect([totals.sales, totals.refunds]).toEqual([sold, back])
  const lines = await csvOf(svc, nova, '/api/studio/statistics.csv')
  const sumOf = (kinds: readonly string[], column: string) =>
    lines.filter(({ kind }) => kinds.includes(kind ?? '')).reduce((sum, line) => sum + Number(line[column]), 0)
  expect(sumOf(['SALE'], 'gross_minor')).toBe(sold)
  expect(sumOf(['REFUND'], 'net_minor')).toBe(-back)
  expect(lines.reduce((sum, { net_minor: net }) => sum + Number(net), 0)).toBe(totals.net)

  // The transfers to their account, which payouts are made of.
  const { data } = await shopOf(svc).stripe.transfers.list({ limit: 100 })
  const sent = data.reduce((sum, { amount, amount_reversed: taken }) => sum + amount - taken, 0)
  expect([sent, sent + owed]).toEqual([balance, totals.net])

  // The owner's file has the same lines of hers.
  const all = (await csvOf(svc, label, '/api/admin/ledger.csv')).filter(({ account }) => account === 'nova')
  expect(all.reduce((sum, { net_minor: net }) => sum + Number(net), 0)).toBe(totals.net)
  expect(faultsOf(svc)).toEqual([])
})
