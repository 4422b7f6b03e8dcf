import { expect } from 'bun:test'
import { browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { startServer } from '../support/server.ts'
import { said } from '../support/web/said.ts'
import { follow, heading, ways } from '../support/web/travel.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

useBrowser()

for (const [way, lacks] of ways) {
  browserTest(
    `from world to world only the page changes: its colours, its head, its place in history, ${way}`,
    async () => {
      await using svc = await startServer()
      await world(svc)
      const tide = cast(svc.ctx, 'tide', { name: 'Azimuth', themeTokens: { accent: '#1a5fb4' }, footerTheme: 'dark' })
      await addPlayableTrack(svc.ctx, tide.cassetId, 'Ebb')
      await using open = await openPage(svc, '/@nova', { lacks })
      const { page, problems } = open
      await islandReady(page, 'share')
      await page.evaluate(() => document.documentElement.setAttribute('data-same', 'yes'))
      const look = () =>
        page.evaluate(() => ({
          title: document.title,
          canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
          themes: [...document.querySelectorAll('link[data-theme]')].length,
          hue: getComputedStyle(document.documentElement).getPropertyValue('--hue'),
          foot: document.querySelector('#foot')?.getAttribute('data-dress'),
          focused: document.activeElement?.id,
        }))
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await page.locator('.rack').getByRole('link', { name: 'Tide' }).click()
      await page.getByRole('heading', { name: 'Tide' }).waitFor()
      await islandReady(page, 'tracks')
      await said(page, 'Azimuth by Tide · Tapedeck')
      expect(await look()).toEqual({
        title: 'Azimuth by Tide · Tapedeck',
        canonical: `${svc.ctx.site.origin}/@tide`,
        themes: 1,
        hue: '256',
        foot: 'dark',
        focused: 'main',
      })
      await page.goBack()
      await page.goBack()
      await page.getByRole('heading', { name: 'Nova' }).waitFor()
      await islandReady(page, 'tracks')
      expect(await look()).toMatchObject({
        title: 'First Light by Nova · Tapedeck',
        themes: 1,
        hue: '48',
        foot: 'auto',
      })
      expect(await page.locator('html').getAttribute('data-same')).toBe('yes')
      expect(problems).toEqual([])
    },
  )

  browserTest(`a page whose colours come late does not show while a later one is on its way, ${way}`, async () => {
    await using svc = await startServer()
    await world(svc)
    cast(svc.ctx, 'tide', { name: 'Azimuth', themeTokens: { accent: '#1a5fb4' } })
    cast(svc.ctx, 'later')
    await using open = await openPage(svc, '/@nova', { lacks })
    const { page } = open
    await islandReady(page, 'share')
    const hold = async (where: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route(where, (route) => promise.then(() => route.continue()))
      return resolve
    }
    const [colours, later] = [await hold('**/theme/*'), await hold('**/@later')]
    const slow = page.waitForRequest('**/theme/*')
    await follow(page, '/@tide')
    const sheet = (await slow).url()
    const next = page.waitForRequest('**/@later')
    await follow(page, '/@later')
    await next
    const arrived = page.waitForResponse('**/theme/*')
    colours()
    await (await arrived).finished()
    await page.waitForFunction((url) => [...document.styleSheets].some(({ href }) => href === url), sheet)
    expect(await page.title()).toBe('First Light by Nova · Tapedeck')
    later()
  })

  browserTest(`without a connection, a second press leads back to the page that is shown, ${way}`, async () => {
    await using svc = await startServer()
    await world(svc)
    cast(svc.ctx, 'tide')
    await using open = await openPage(svc, '/', { lacks })
    const { page } = open
    await follow(page, '/@nova')
    await heading(page, 'Nova')
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/@tide', (route) => promise.then(() => route.abort()))
    const slow = page.waitForRequest('**/@tide')
    await follow(page, '/@tide')
    await slow
    await page.context().setOffline(true)
    await follow(page, '/browse')
    await page.getByText('You are offline: that page could not be loaded.').waitFor()
    await page.waitForURL('**/@nova')
    resolve()
    await page.context().setOffline(false)
    await page.goBack()
    await heading(page, 'Press play. Keep the tape.')
  })

  browserTest(
    `an unknown page is shown in place, and a page of another build or language is loaded in full, ${way}`,
    async () => {
      await using svc = await startServer()
      await world(svc)
      await using open = await openPage(svc, '/@nova', { lacks })
      const { page } = open
      await islandReady(page, 'tracks')
      await page.evaluate(() => {
        document.documentElement.setAttribute('data-same', 'yes')
        const link = Object.assign(document.createElement('a'), { href: '/@nobody', textContent: 'Nobody' })
        document.querySelector('h1')?.append(link)
      })
      await page.getByRole('link', { name: 'Nobody' }).click()
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      expect(await page.locator('html').getAttribute('data-same')).toBe('yes')
      await page.evaluate(() => document.documentElement.setAttribute('data-build', 'older'))
      await page.getByRole('link', { name: 'Browse music' }).click()
      await page.getByRole('heading', { name: 'Press play. Keep the tape.' }).waitFor()
      expect(await page.locator('html').getAttribute('data-same')).toBeNull()
      await page.evaluate(() => {
        document.documentElement.setAttribute('data-same', 'yes')
        document.documentElement.lang = 'de'
      })
      await page.getByRole('link', { name: 'Guide', exact: true }).click()
      await page.getByRole('heading', { name: 'Guide', exact: true }).waitFor()
      expect(await page.locator('html').getAttribute('data-same')).toBeNull()
    },
  )
}

browserTest('waveforms of a long list are fetched as they come into view, and only then', async () => {
  await using svc = await startServer()
  const many = cast(svc.ctx, 'many')
  const first = await addReadyTrack(svc.ctx, many.cassetId, 'Take 1')
  const { id: _, hookId: __, ...row } = first
  for (let take = 2; take <= 60; take += 1) {
    await addReadyTrack(svc.ctx, many.cassetId, `Take ${take}`, { ...row, title: `Take ${take}`, position: take })
  }
  await using open = await openPage(svc, '/@many')
  const { page, problems } = open
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/audio/waveform/')) asked += 1
  })
  await islandReady(page, 'tracks')
  const drawn = page.locator('.track .wave:has(path)')
  expect(await drawn.count()).toBe(12)
  await page.locator('.track').nth(59).scrollIntoViewIfNeeded()
  await page.locator('.track:nth-child(60) .wave:has(path)').waitFor()
  expect(await drawn.count()).toBeLessThan(40)
  expect(asked).toBeLessThan(28)
  expect(problems).toEqual([])
})

browserTest('the share key copies the canonical address', async () => {
  await using svc = await startServer()
  await world(svc)
  await using open = await openPage(svc, '/@nova', { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = open
  await islandReady(page, 'share')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await page.getByText('Link copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${svc.ctx.site.origin}/@nova`)
})

browserTest('the words of a long list come when they are opened', async () => {
  await using svc = await startServer()
  const poet = cast(svc.ctx, 'poet')
  await addReadyTrack(svc.ctx, poet.cassetId, 'Short', { lyrics: 'two lines\nand no more' })
  await addReadyTrack(svc.ctx, poet.cassetId, 'Epic', { position: 2, lyrics: `${'a verse\n'.repeat(2400)}the end` })
  await using open = await openPage(svc, '/@poet')
  const { page } = open
  expect(await page.content()).toContain('two lines\nand no more')
  expect(await page.content()).not.toContain('the end')
  await page.locator('summary', { hasText: /^Lyrics$/ }).click()
  await islandReady(page, 'player/lyrics')
  await page.locator('summary', { hasText: 'Epic' }).click()
  await page.getByText('the end').waitFor()
})
