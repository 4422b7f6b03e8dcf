import { expect } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { publishedRelease } from '../support/release/release.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

useBrowser()

browserTest(
  'who has to ask an artist does so on the page of the release, and the artist reads who, for what and where to answer',
  async () => {
    await using svc = await startServer()
    const { nova, dawn } = await world(svc)
    const id = await publishedRelease(svc, nova, [dawn.id])
    await using opened = await openPage(svc, `/@nova/releases/${id}`, { viewport: { width: 390, height: 844 } })
    const { page } = opened
    await islandReady(page, 'release/ask-artist')
    await page.getByText('Ask Nova', { exact: true }).click()
    await page.getByLabel('What for, and what you offer').fill('A film about rivers; $200.')
    await page.getByLabel('Who asks').fill('Bea')
    await page.getByLabel('Where to answer').fill('bea@films.example')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Choose what you want to do.').first().waitFor()
    await page.getByLabel('use it in films and games').check()
    expect(await breaches(page)).toEqual([])
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Nova is told who asks, and for what.').waitFor()
    const { text } = await svc.call('GET', '/notifications', { cookie: nova.cookie })
    expect(text).toContain('Bea asks for a license of “First Light”')
    expect(text).toContain('For sync: “A film about rivers; $200.”. Answer to bea@films.example')
  },
)
