import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { startServer } from '../support/server.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

useBrowser()

/** Follows a link to `path` that the page did not have. */
const follow = (page: Page, path: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()

for (const [way, lacks] of [
  ['by the Navigation API', []],
  ['by the history', ['navigation']],
] as const) {
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
          announced: document.querySelector('#announce')?.textContent,
          focused: document.activeElement?.id,
        }))
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await page.locator('.rack').getByRole('link', { name: 'Tide' }).click()
      await page.getByRole('heading', { name: 'Tide' }).waitFor()
      await islandReady(page, 'tracks')
      expect(await look()).toEqual({
        title: 'Azimuth by Tide · Tapedeck',
        canonical: `${svc.ctx.site.origin}/@tide`,
        themes: 1,
        hue: '256',
        foot: 'dark',
        announced: 'Azimuth by Tide · Tapedeck',
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

  browserTest(`the music plays on, Back and Forward through 20 pages, each where it was left, ${way}`, async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova')
    await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 60 } })
    const names = Array.from({ length: 20 }, (_, place) => `world${place}`)
    for (const name of names) cast(svc.ctx, name, { bio: 'A long story. '.repeat(200) })
    await using open = await openPage(svc, '/@nova', { lacks, viewport: { width: 390, height: 500 } })
    const { page, problems } = open
    await islandReady(page, 'tracks')
    await page.evaluate(() => {
      const { play } = HTMLMediaElement.prototype
      HTMLMediaElement.prototype.play = function () {
        this.addEventListener('pause', () => document.documentElement.setAttribute('data-stopped', 'yes'))
        return play.call(this)
      }
      document.documentElement.setAttribute('data-same', 'yes')
    })
    await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
    await page.getByRole('button', { name: 'Pause Dawn', exact: true }).waitFor()
    const titled = (name: string) => heading(page, name.charAt(0).toUpperCase() + name.slice(1))
    const scrolled = () => page.evaluate(() => scrollY)
    for (const [place, name] of names.entries()) {
      await follow(page, `/@${name}`)
      await titled(name)
      expect(await scrolled()).toBe(0)
      await page.evaluate((top) => scrollTo(0, top), 100 + place)
    }
    for (const [place, name] of [...names.entries()].reverse().slice(1)) {
      await page.evaluate(() => history.back())
      await titled(name)
      expect(await scrolled()).toBe(100 + place)
    }
    await page.evaluate(() => history.go(10))
    await titled('world10')
    // Faster than pages come.
    await page.evaluate(async () => {
      for (let step = 0; step < 19; step += 1) {
        if (step % 3 === 2) history.back()
        else history.forward()
        await new Promise((moved) => addEventListener('popstate', moved, { once: true }))
      }
    })
    await titled('world17')
    expect(new URL(page.url()).pathname).toBe('/@world17')
    expect(await scrolled()).toBe(117)
    const root = page.locator('html')
    expect([await root.getAttribute('data-same'), await root.getAttribute('data-stopped')]).toEqual(['yes', null])
    await page.evaluate(() => history.go(-18))
    await heading(page, 'Nova')
    await page.getByRole('button', { name: 'Pause Dawn', exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  browserTest(`what is no plain link to a page is left to the browser, and a search is a page, ${way}`, async () => {
    await using svc = await startServer()
    await world(svc)
    await using open = await openPage(svc, '/@nova', { lacks })
    const { page, problems } = open
    await islandReady(page, 'share')
    await page.evaluate(() => {
      document.documentElement.setAttribute('data-same', 'yes')
      const place = document.createElement('p')
      place.innerHTML = `<a href="/@nova#liner">Part</a> <a href="/" target="_blank">Beside</a>
        <a href="/favicon.ico" download="icon.png">Save</a>`
      document.querySelector('h1')?.append(place)
    })
    const { length } = await page.evaluate(() => ({ length: history.length }))
    const besides = async (press: () => Promise<void>) => {
      const [beside] = await Promise.all([page.context().waitForEvent('page'), press()])
      await beside.waitForURL(`${svc.url}/`)
      await beside.close()
    }
    await besides(() => page.getByRole('link', { name: 'Beside' }).click())
    await besides(() => page.getByRole('link', { name: 'Home', exact: true }).click({ modifiers: ['ControlOrMeta'] }))
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save' }).click()])
    expect(saved.suggestedFilename()).toBe('icon.png')
    await page.getByRole('link', { name: 'Part' }).click()
    await page.waitForURL('**/@nova#liner')
    expect(await page.evaluate(() => history.length)).toBe(length + 1)
    await page.goBack()
    await page.waitForURL('**/@nova')
    // Nothing of this was a page of its own.
    expect(await page.getByRole('link', { name: 'Part' }).count()).toBe(1)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('heading', { name: 'Press play. Keep the tape.' }).waitFor()
    await page.getByRole('searchbox').fill('nova & co')
    await page.getByRole('searchbox').press('Enter')
    await page.waitForURL('**/search?q=nova+%26+co')
    await heading(page, 'Search')
    await follow(page, '/@nova')
    await heading(page, 'Nova')
    await page.context().setOffline(true)
    for (const leave of [() => follow(page, '/@ada'), () => page.evaluate(() => history.back())]) {
      await leave()
      await page.getByText('You are offline: that page could not be loaded.').waitFor()
      await page.waitForURL('**/@nova')
      await page.evaluate(() => document.querySelector('#toast')?.replaceChildren())
    }
    await page.context().setOffline(false)
    await page.goBack()
    await heading(page, 'Search')
    expect(await page.locator('html').getAttribute('data-same')).toBe('yes')
    expect(problems.filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
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
