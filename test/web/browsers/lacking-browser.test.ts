import { expect } from 'bun:test'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { startServer } from '../../support/server.ts'
import { deck } from '../../support/web/deck.ts'
import { follow, heading } from '../../support/web/travel.ts'
import { world } from '../../support/world.ts'

useBrowser()

const lacks = ['navigation', 'storage', 'serviceWorker', 'mediaSession', 'IntersectionObserver']

browserTest('a browser without the younger parts plays, goes from page to page and shows all of each', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Lighthouse', { hook: { seconds: 60 }, position: 3 })
  await using open = await openPage(svc, '/@nova', { as: ada, lacks })
  const { page, problems } = open
  expect(
    await page.evaluate((names) => names.filter((name) => name in globalThis || name in navigator), lacks),
  ).toEqual([])
  await islandReady(page, 'tracks')
  await page.getByRole('button', { name: 'Play Lighthouse', exact: true }).click()
  await deck(page).getByRole('button', { name: 'Pause', exact: true }).waitFor()
  // The waveform is fetched, as if it were seen.
  await page.locator('.wave path').nth(2).waitFor({ state: 'attached' })
  for (const [path, title] of [
    ['/library', 'Library'],
    ['/account', 'Account'],
    ['/studio', 'Ada'],
    ['/guide', 'Guide'],
  ] as const) {
    await follow(page, path)
    await heading(page, title)
    await page.waitForFunction(() => document.querySelector('c-island:not([data-ready])') === null)
  }
  await deck(page).getByRole('button', { name: 'Pause', exact: true }).waitFor()
  expect(problems).toEqual([])
})
