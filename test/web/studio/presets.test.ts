import { expect } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { until } from '../../support/casset/upload.ts'
import { decide, publishedRelease } from '../../support/release/release.ts'
import { startServer } from '../../support/server.ts'
import { world } from '../../support/world.ts'

useBrowser()

browserTest('an artist decides all fourteen uses by one press, and takes it back by another', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  await decide(svc, nova, id, { scope: 'sync', decision: 'ALLOW', terms: 'Mine.' })
  const read = async () => {
    const { json } = await svc.call('GET', `/api/internal/releases/${id}/dna`, { cookie: nova.cookie })
    const policies: { scope: string; decision: string; terms: string | null }[] = Object(json).permissionPolicies
    return policies.map(({ scope, decision, terms }) => [scope, decision, terms] as const)
  }
  const before = await read()
  await using opened = await openPage(svc, `/studio/releases/${id}`, {
    as: nova,
    viewport: { width: 390, height: 844 },
  })
  const { page } = opened
  await islandReady(page, 'studio/releases/release')
  const isChosen = (name: string) => page.getByRole('button', { name }).getAttribute('aria-pressed')
  expect(await isChosen('All rights reserved')).toBe('false')
  const told = page.getByRole('region', { name: 'Presets' }).locator('p')
  await page.getByRole('button', { name: 'Share alike with credit' }).click()
  await told.getByText(/\d+ decisions changed\./).waitFor()
  const after = Object.fromEntries((await read()).map(([scope, ...rest]) => [scope, rest]))
  expect(after).toMatchObject({
    remix: ['ALLOW', expect.stringContaining('Name the artist')],
    'ai-training': ['CONTACT_OWNER', null],
    'commercial-use': ['CONTACT_OWNER', null],
  })
  expect(await breaches(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await told.getByText('Undone.').waitFor()
  expect(await read()).toEqual(before)
  await page.getByRole('button', { name: 'All rights reserved' }).click()
  await told.getByText(/\d+ decisions changed\./).waitFor()
  const denied = (await read()).filter(([, decision]) => decision === 'DENY').map(([scope]) => scope)
  expect(denied.length).toBe(11)
  expect(await isChosen('All rights reserved')).toBe('true')
  expect(await page.getByText('Price and terms').first().isVisible()).toBe(false)
  // Prices are left to be set, so the uses open at the first of them.
  await page.getByRole('button', { name: 'Train for a price' }).click()
  await told.getByText('Now set a price under each use of AI').waitFor()
  const first = page.locator('.license-terms summary').first()
  await until(
    () => first.evaluate((summary) => summary === document.activeElement),
    (isFocused) => isFocused,
  )
  expect(await first.isVisible()).toBe(true)
})
