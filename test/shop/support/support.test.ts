import { expect, test } from 'bun:test'
import { supports } from '../../../db/schema/shop/support.ts'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import { periodAt, periodStart } from '../../../src/lib/time/periods.ts'
import { rowsOf } from '../../support/account/account.ts'
import { addTape } from '../../support/casset/tape.ts'
import { until } from '../../support/casset/upload.ts'
import { readEmail, startSmtp } from '../../support/platform/smtp.ts'
import { accessOf, begun, collect, confirm, goodCard, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { faultsOf } from '../../support/shop/gift.ts'
import { setOpening } from '../../support/shop/preorder.ts'
import {
  askSupport,
  live,
  offerLevel,
  periodsOf,
  startSupporting,
  sumsOf,
  supportRow,
} from '../../support/shop/support.ts'
import { addReadyTrack, cast } from '../../support/world.ts'

const monthMs = 31 * dayMs

test('a supporter pays each month once, by the card of the first payment', async () => {
  const { svc, nova, ada } = await openShop({ clock: 'stands' })
  await using _ = svc
  const levelId = await offerLevel(svc, nova)
  await startSupporting(svc, ada, { levelId, amount: 700 })
  expect(supportRow(svc, ada)).toMatchObject({ state: 'ACTIVE', amountMinor: 700, rhythm: 'month' })
  await live(svc, 3 * monthMs + dayMs)
  expect(sumsOf(svc)).toEqual(['PAID 700', 'PAID 700', 'PAID 700', 'PAID 700'])
  expect(periodsOf(svc)).toEqual([0, 1, 2, 3])
  expect(supportRow(svc, ada)).toMatchObject({ state: 'ACTIVE', failures: 0 })
  expect(faultsOf(svc)).toEqual([])
})

test('a day that a month does not have is its last one, and the one after comes back to it', () => {
  const from = (text: string) => Date.parse(text)
  const days = (anchor: string, rhythm: 'month' | 'year', count: number) =>
    Array.from({ length: count }, (_, n) => new Date(periodStart(from(anchor), rhythm, n)).toISOString().slice(0, 10))
  expect(days('2027-11-30T23:59:59Z', 'month', 5)).toEqual([
    '2027-11-30',
    '2027-12-30',
    '2028-01-30',
    '2028-02-29',
    '2028-03-30',
  ])
  expect(days('2027-01-31T00:00:00Z', 'month', 4)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  expect(days('2028-02-29T12:00:00Z', 'year', 5)).toEqual([
    '2028-02-29',
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
  for (const anchor of ['2027-01-31T10:00:00Z', '2028-02-29T00:00:00Z', '2026-12-31T23:59:59.999Z']) {
    for (const rhythm of ['month', 'year'] as const) {
      for (let period = 0; period < 60; period += 1) {
        const start = periodStart(from(anchor), rhythm, period)
        expect([periodAt(from(anchor), rhythm, start), periodAt(from(anchor), rhythm, start - 1)]).toEqual([
          period,
          Math.max(0, period - 1),
        ])
      }
    }
  }
})

test('a supporter hears all cassets whole and downloads none, and keeps what comes out meanwhile', async () => {
  const { svc, nova, ada, dawn } = await openShop({ clock: 'stands' })
  await using _ = svc
  const cassetId = addTape(svc, nova, 'later', { priceMinor: 500, published: false, publishedAt: null })
  await addReadyTrack(svc.ctx, cassetId, 'Later')
  const heard = () => accessOf(svc, dawn.id, ada)
  expect(await heard()).toBe('hook')
  const { supportId } = await startSupporting(svc, ada, { levelId: await offerLevel(svc, nova) })
  expect(await heard()).toBe('full')
  const download = () => svc.call('GET', '/api/casset/nova/download', { cookie: ada.cookie })
  expect((await download()).status).toBe(403)
  expect((await setOpening(svc, { ...nova, cassetId }, { published: true })).status).toBe(200)
  await settled(svc)
  const kept = async () =>
    Object((await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })).json).purchases.map(
      ({ casset }: { casset: { slug: string } }) => casset.slug,
    )
  expect(await kept()).toEqual(['nova.later'])
  expect((await svc.call('DELETE', `/api/supports/${supportId}`, { cookie: ada.cookie })).status).toBe(204)
  expect(await heard()).toBe('full')
  await live(svc, 5 * 7 * dayMs)
  expect([await heard(), await kept(), supportRow(svc, ada).state]).toEqual(['hook', ['nova.later'], 'ENDED'])
  expect(sumsOf(svc)).toEqual(['PAID 500'])
  expect(faultsOf(svc)).toEqual([])
})

test('the link of an email ends a support with one press, without scripts and signed out', async () => {
  await using smtp = await startSmtp()
  const { svc, nova, ada } = await openShop({ clock: 'stands', env: smtp.env })
  await using _ = svc
  await startSupporting(svc, ada, { levelId: await offerLevel(svc, nova) })
  await until(
    () => smtp.received.length,
    (length) => length >= 1,
  )
  const mails = () => smtp.received.map((mail) => readEmail(mail).text).join('\n')
  const [, path = ''] = /(\/support\/[\w-]+)/.exec(mails()) ?? []
  expect(path).not.toBe('')
  const page = await svc.call('GET', path, { headers: { accept: 'text/html' } })
  expect([page.status, page.text.includes(`action="${path}"`)]).toEqual([200, true])
  const press = (address: string) =>
    fetch(`${svc.url}${address}`, {
      method: 'POST',
      body: new URLSearchParams({}),
      redirect: 'manual',
      headers: { origin: svc.url },
    })
  expect((await press(`${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}`)).status).toBe(404)
  expect((await press('/support/x')).status).toBe(404)
  expect(supportRow(svc, ada).leftAt).toBeNull()
  expect([(await press(path)).status, (await press(path)).status]).toEqual([303, 303])
  expect(supportRow(svc, ada).leftAt).toBe(svc.ctx.now())
  await settled(svc)
  await until(mails, (text) => text.includes('What you have paid runs to'))
  await live(svc, 40 * dayMs)
  expect(sumsOf(svc)).toEqual(['PAID 500'])
})

test('nobody supports themselves, twice, below the least sum, or at a level that is not offered', async () => {
  const { svc, nova, ada } = await openShop({ clock: 'stands' })
  await using _ = svc
  const levelId = await offerLevel(svc, nova)
  const statusOf = async (who: typeof ada, body: object) => (await askSupport(svc, who, body)).status
  expect(await statusOf(nova, { levelId })).toBe(409)
  expect(await statusOf(ada, { levelId, amount: 499 })).toBe(400)
  expect(await statusOf(ada, { levelId: 'other' })).toBe(404)
  // Two tabs leave one payment behind.
  const [first, second] = [
    begun(await askSupport(svc, ada, { levelId })),
    begun(await askSupport(svc, ada, { levelId })),
  ]
  expect((await confirm(svc, ada, first)).json).not.toMatchObject({ status: 'succeeded' })
  await confirm(svc, ada, second)
  await settled(svc)
  expect(await statusOf(ada, { levelId })).toBe(409)
  expect((await svc.call('DELETE', `/api/studio/support/levels/${levelId}`, { cookie: ada.cookie })).status).toBe(403)
  expect((await svc.call('DELETE', `/api/studio/support/levels/${levelId}`, { cookie: nova.cookie })).status).toBe(204)
  expect(await statusOf(ada, { levelId })).toBe(409)
  // Its supporters are asked no more, and told.
  await live(svc, 35 * dayMs)
  expect(supportRow(svc, ada)).toMatchObject({ state: 'ENDED', endedBy: 'artist' })
  expect(sumsOf(svc)).toEqual(['REPLACED 500', 'PAID 500'])
})

test('a year is announced twice before it is paid again, and not once it was ended', async () => {
  await using smtp = await startSmtp()
  const { svc, nova, ada } = await openShop({ clock: 'stands', env: smtp.env })
  await using _ = svc
  const levelId = await offerLevel(svc, nova, { rhythm: 'year', least: 5_000 })
  await startSupporting(svc, ada, { levelId, amount: 5_000 })
  const paidUntil = supportRow(svc, ada).paidUntil ?? 0
  expect(new Date(paidUntil).getUTCFullYear()).toBe(new Date(svc.ctx.now()).getUTCFullYear() + 1)
  const announced = async () => {
    await settled(svc)
    return rowsOf(svc, 'mails').filter((row) => String(Object(row).unique_key).includes('announced')).length
  }
  const counts: number[] = []
  for (const before of [41, 39, 8, 6]) {
    svc.tick(paidUntil - before * dayMs - svc.ctx.now())
    counts.push(await announced())
  }
  expect(counts).toEqual([0, 1, 1, 2])
  svc.tick(paidUntil + 1_000 - svc.ctx.now())
  await settled(svc)
  expect([periodsOf(svc), sumsOf(svc)]).toEqual([
    [0, 1],
    ['PAID 5000', 'PAID 5000'],
  ])
  svc.ctx.db.update(supports).set({ leftAt: svc.ctx.now() }).run()
  svc.tick(367 * dayMs)
  await settled(svc)
  expect([await announced(), supportRow(svc, ada).state, periodsOf(svc)]).toEqual([2, 'ENDED', [0, 1]])
})

test('a casset that came with a support and was bought as well stays when the money for it goes back', async () => {
  const { svc, nova, ada } = await openShop({ clock: 'stands' })
  await using _ = svc
  const cassetId = addTape(svc, nova, 'later', { priceMinor: 500, published: false, publishedAt: null })
  const later = await addReadyTrack(svc.ctx, cassetId, 'Later')
  await startSupporting(svc, ada, { levelId: await offerLevel(svc, nova, { hasStreams: false }) })
  const publish = (body: object) => setOpening(svc, { ...nova, cassetId }, body)
  await publish({ published: true, privacy: 'unlisted' })
  const { paymentIntentId } = await collect(svc, ada, goodCard, { slug: 'nova.later', agrees: true })
  await publish({ privacy: 'public' })
  await settled(svc)
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  expect(await accessOf(svc, later.id, ada)).toBe('full')
  expect(faultsOf(svc)).toEqual([])
})

test('the supporters of an artist who leaves are told by whom, and are asked no more', async () => {
  await using smtp = await startSmtp()
  const { svc, nova, ada } = await openShop({ clock: 'stands', env: smtp.env })
  await using _ = svc
  const levelId = await offerLevel(svc, nova)
  const bea = cast(svc.ctx, 'bea', { published: false })
  for (const supporter of [ada, bea]) await startSupporting(svc, supporter, { levelId, amount: 700 })
  const gone = await svc.call('POST', '/api/auth/account/delete', { cookie: nova.cookie, body: { leaveOwed: true } })
  expect(gone.status).toBe(204)
  await settled(svc)
  expect([supportRow(svc, ada), supportRow(svc, bea)]).toMatchObject([
    { state: 'ENDED', endedBy: 'artist' },
    { state: 'ENDED', endedBy: 'artist' },
  ])
  const told = () => smtp.received.filter((mail) => readEmail(mail).text.includes('Nova no longer offers'))
  await until(told, ({ length }) => length === 2)
  await live(svc, 2 * monthMs)
  expect(sumsOf(svc)).toEqual(['PAID 700', 'PAID 700'])
})
