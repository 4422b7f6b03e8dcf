import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { licenses } from '../../db/schema/release/license.ts'
import { bought, openLicensing } from '../support/release/license.ts'
import { decide } from '../support/release/release.ts'

const html = { accept: 'text/html' }

test('artists see for whom a license is that they sold, by the name that its buyer wrote; nobody else does', async () => {
  const { svc, id, nova, ada } = await openLicensing()
  await using _ = svc
  const film = await bought(svc, id, ['remix'], { licensee: 'Lighthouse Film GmbH' })
  await bought(svc, id, ['remix'])
  const salesOf = async (cookie: string) => (await svc.call('GET', '/api/studio/sales', { cookie })).text
  const { sales } = JSON.parse(await salesOf(nova.cookie))
  expect(sales.map(({ buyer }: { buyer: object }) => buyer)).toEqual([
    { handle: null, displayName: 'librarian' },
    { handle: null, displayName: 'Lighthouse Film GmbH' },
  ])
  for (const text of [
    await salesOf(ada.cookie),
    (await svc.call('GET', `/licenses/${film.orderId}`, { headers: html })).text,
    (await svc.call('GET', `/licenses/${film.orderId}`, { headers: html, cookie: ada.cookie })).text,
    (await svc.call('GET', `/api/agents/licenses/${film.orderId}`)).text,
    (await svc.call('GET', `/@nova/releases/${id}`, { headers: html })).text,
  ])
    expect(text).not.toContain('Lighthouse')
  // Forgotten with the account that bought it.
  svc.ctx.db.update(licenses).set({ licensee: null }).where(eq(licenses.orderId, film.orderId)).run()
  expect(await salesOf(nova.cookie)).not.toContain('Lighthouse')
})

test('a download is no license to ask for where the casset is sold, unless its artist has set a price', async () => {
  const { svc, id, nova } = await openLicensing()
  await using _ = svc
  const page = async () => (await svc.call('GET', `/@nova/releases/${id}`, { headers: html })).text
  const ofDownload = />download it|&quot;download it/
  expect(await page()).toMatch(ofDownload)
  await decide(svc, nova, id, { scope: 'download', decision: 'REQUIRE_LICENSE', price: null })
  expect(await page()).not.toMatch(ofDownload)
  await decide(svc, nova, id, { scope: 'download', decision: 'CONTACT_OWNER' })
  expect(await page()).not.toMatch(ofDownload)
  svc.ctx.db.update(cassets).set({ priceMinor: 0 }).where(eq(cassets.id, nova.cassetId)).run()
  expect(await page()).toMatch(ofDownload)
})
