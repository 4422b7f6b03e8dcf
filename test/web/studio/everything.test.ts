import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addTape } from '../../support/casset/tape.ts'
import type { TestServer } from '../../support/server.ts'
import { openShop } from '../../support/shop/checkout.ts'
import { dayMs, inMs, setOpening } from '../../support/shop/preorder.ts'
import { addReadyTrack, type Person } from '../../support/world.ts'

useBrowser()

const offer = async (svc: TestServer, { cookie }: Person, hasFuture = false) => {
  const { json } = await svc.call('PUT', '/api/studio/everything', { cookie, body: { percent: 20, hasFuture } })
  return Object(json).standing
}

const isOffered = async (svc: TestServer) =>
  (await svc.call('GET', '/@nova', { headers: { accept: 'text/html' } })).text.includes('/checkout/nova/everything')

test('everything is said to be for sale while visitors are offered it, and otherwise what is missing', async () => {
  const { svc, nova } = await openShop()
  await using _ = svc
  const free = { isSold: false, isFree: false, canBePaid: true, preorders: [] }
  expect(await offer(svc, nova)).toEqual({ ...free, open: 1 })
  expect(await isOffered(svc)).toBe(false)
  const winter = addTape(svc, nova, 'winter', { priceMinor: 300, name: 'Winter Ferry' })
  await addReadyTrack(svc.ctx, winter, 'Ice')
  expect((await setOpening(svc, { ...nova, cassetId: winter }, { opensAt: inMs(svc, 10 * dayMs) })).status).toBe(200)
  const waits = [{ name: 'Winter Ferry', hour: expect.stringMatching(/^\d+ \w+.*, \d\d:\d\d \(UTC\)$/) }]
  expect(await offer(svc, nova)).toEqual({ ...free, open: 1, preorders: waits })
  expect(await isOffered(svc)).toBe(false)
  // Of another currency, hidden, without a track: none of them counts.
  await addReadyTrack(svc.ctx, addTape(svc, nova, 'euro', { priceMinor: 300, currency: 'eur' }), 'Euro')
  await addReadyTrack(svc.ctx, addTape(svc, nova, 'hidden', { priceMinor: 300, privacy: 'unlisted' }), 'Hidden')
  addTape(svc, nova, 'empty', { priceMinor: 300 })
  expect(await offer(svc, nova)).toMatchObject({ isSold: false, open: 1 })
  await addReadyTrack(svc.ctx, addTape(svc, nova, 'live', { priceMinor: 300 }), 'Live')
  expect(await offer(svc, nova)).toEqual({ ...free, isSold: true, open: 2, preorders: waits })
  expect(await isOffered(svc)).toBe(true)
  svc.ctx.db.update(cassets).set({ priceMinor: 0 }).where(eq(cassets.artistId, nova.artistId)).run()
  expect(await offer(svc, nova)).toMatchObject({ isSold: false, isFree: true })
  expect(await isOffered(svc)).toBe(false)
})

browserTest('the studio says why everything is not offered yet, and which preorder opens when', async () => {
  const { svc, nova } = await openShop()
  await using _ = svc
  const winter = addTape(svc, nova, 'winter', { priceMinor: 300, name: 'Winter Ferry' })
  await addReadyTrack(svc.ctx, winter, 'Ice')
  await setOpening(svc, { ...nova, cassetId: winter }, { opensAt: inMs(svc, 10 * dayMs) })
  await using open = await openPage(svc, '/studio', { as: nova })
  const { page, problems } = open
  await islandReady(page, 'studio/tapes/everything')
  await page.getByLabel('Percent off').fill('20')
  await page.getByRole('button', { name: 'Sell everything together' }).click()
  await page.getByText('2 of your cassets have to be public and open, and one is. Winter Ferry opens').waitFor()
  expect(problems).toEqual([])
})
