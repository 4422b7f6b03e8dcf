import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { clientScripts } from '../../support/platform/assets.ts'
import { startServer } from '../../support/server.ts'
import { deck, heard, playing, ranPast, seek, shop } from '../../support/web/deck.ts'
import { said } from '../../support/web/said.ts'
import { cast } from '../../support/world.ts'

useBrowser()

browserTest(
  'a stranger plays a hook: the waveform is inked inside the hook window, and the lock screen knows',
  async () => {
    const { svc } = await shop()
    await using _ = svc
    await using open = await openPage(svc, '/@nova')
    const { page, problems } = open
    await playing(page, 'Dawn')
    const slider = page.getByRole('slider', { name: 'Position in Dawn' })
    expect(await slider.evaluate(({ style }) => style.getPropertyValue('--from'))).toBe('58.3%')
    expect(Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(35)
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^0:[345]\d of 1:00$/)
    const told = await page.evaluate(() => {
      const { title, artist, album } = navigator.mediaSession.metadata ?? {}
      return { title, artist, album, state: navigator.mediaSession.playbackState }
    })
    expect(told).toEqual({ title: 'Dawn', artist: 'Nova', album: 'First Light', state: 'playing' })
    await deck(page).getByText('preview', { exact: true }).waitFor()
    expect(await page.locator('.jcard .cassette.turning').count()).toBe(1)
    await deck(page).getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Play Dawn', exact: true }).waitFor()
    expect(await page.locator('.cassette.turning').count()).toBe(0)
    expect(problems).toEqual([])
  },
)

browserTest('the next hook follows by itself, and the last one ends with a word on how to hear the rest', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/@nova')
  const { page } = open
  await playing(page, 'Dawn')
  await seek(page).fill('19.6')
  await page.getByRole('button', { name: 'Pause Kettle' }).waitFor()
  await said(page, 'Now playing: Kettle by Nova.')
  await ranPast(page, 0.2)
  await seek(page).fill('19.7')
  await page.getByRole('button', { name: 'Play Kettle', exact: true }).waitFor()
  await deck(page).getByText('This was the hook: buy it to hear the rest.').waitFor()
})

browserTest('on a phone the deck has queue, volume and lyrics, and "+" says what it did', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/@nova', { viewport: { width: 390, height: 844 } })
  const { page } = open
  await playing(page, 'Dawn')
  await said(page, 'Now playing: Dawn by Nova.')
  const toast = page.locator('#toast')
  const add = async (title: string) => {
    await page.getByRole('button', { name: `Add ${title} to the queue` }).click()
    return toast.textContent()
  }
  expect(await add('Dawn')).toBe('Dawn is playing now.')
  expect(await add('Kettle')).toBe('Kettle is in the queue already.')
  await deck(page).getByRole('button', { name: 'Queue', exact: true }).click()
  await deck(page).locator('.jump').first().waitFor()
  expect(await deck(page).locator('.jump').allTextContents()).toEqual(['Dawn Nova', 'Kettle Nova'])
  await deck(page).getByLabel('Sound quality').selectOption('Data saver')
  const kept = async () => (await page.context().cookies()).find(({ name }) => name === 'quality')?.value
  expect(await kept()).toBe('saver')
  await deck(page).getByLabel('Sound quality').selectOption('Automatic')
  expect(await kept()).toBeUndefined()
  await deck(page).getByRole('button', { name: 'Remove Kettle from the queue' }).click()
  await deck(page).getByRole('slider', { name: 'Volume' }).fill('0.5')
  await deck(page).getByText('Lyrics', { exact: true }).click()
  await deck(page).getByText('la la la').waitFor()
  expect(await deck(page).getByRole('link', { name: 'About the artist' }).getAttribute('href')).toBe('/@nova#liner')
  expect(await breaches(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await add('Kettle')).toBe('Kettle is added to the queue.')
  await page.reload()
  await deck(page).getByRole('button', { name: 'Queue', exact: true }).click()
  expect(await deck(page).getByRole('slider', { name: 'Volume' }).inputValue()).toBe('0.5')
})

browserTest(
  'a press on the part of a waveform that cannot be heard invites to collect, and plays nothing',
  async () => {
    const { svc } = await shop()
    await using _ = svc
    await using open = await openPage(svc, '/@nova')
    const { page } = open
    await islandReady(page, 'tracks')
    const wave = page.locator('.track', { hasText: 'Dawn' }).locator('.wave')
    const { width = 0, height = 0 } = (await wave.boundingBox()) ?? {}
    await wave.click({ position: { x: width * 0.95, y: height / 2 } })
    await page.getByText('You hear the highlighted part. Buy it to hear the rest').waitFor()
    expect(await page.getByRole('link', { name: 'Buy it to hear the rest' }).getAttribute('href')).toBe(
      '/checkout/nova',
    )
    expect(await deck(page).count()).toBe(0)
    await wave.click({ position: { x: width * 0.62, y: height / 2 } })
    await page.getByRole('button', { name: 'Pause Dawn' }).waitFor()
    await wave.click({ position: { x: width * 0.95, y: height / 2 } })
    expect(await page.getByRole('button', { name: 'Pause Dawn' }).count()).toBe(1)
  },
)

browserTest('the tape runs on while the page changes, there and back', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/@nova')
  const { page, problems } = open
  await playing(page, 'Dawn')
  await page.evaluate(() => document.documentElement.setAttribute('data-same', 'yes'))
  await page.getByRole('link', { name: 'Tapedeck', exact: true }).click()
  await page.getByRole('heading', { name: 'Press play. Keep the tape.' }).waitFor()
  expect(page.url()).toBe(`${svc.url}/`)
  expect(await page.title()).toBe('Tapedeck: press play, keep the tape')
  await ranPast(page, await heard(page))
  await page.goBack()
  await page.getByRole('heading', { name: 'Nova' }).waitFor()
  await page.getByRole('button', { name: 'Pause Dawn' }).waitFor()
  await ranPast(page, await heard(page))
  expect(await page.locator('html').getAttribute('data-same')).toBe('yes')
  expect(problems).toEqual([])
})

browserTest(
  'an address that ran out is renewed: before a seek when it is known, after a refusal when it is not',
  async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova')
    await addPlayableTrack(svc.ctx, nova.cassetId, 'Long', { master: { seconds: 400, rate: 48_000, hertz: 0 } })
    await using open = await openPage(svc, '/@nova', { as: nova })
    const { page } = open
    const signed: number[] = []
    const refused: number[] = []
    page.on('response', (response) => {
      if (!response.url().includes('/api/audio/')) return
      if (response.url().includes('token=')) refused.push(...(response.status() === 403 ? [403] : []))
      else signed.push(response.status())
    })
    await playing(page, 'Long')
    expect(signed).toEqual([200])
    svc.tick(60_000)
    await seek(page).fill('390')
    await ranPast(page, 390.5)
    expect({ signed, refused }).toEqual({ signed: [200, 200], refused: [403] })
    // The page's clock starts at nothing when it is installed, and the address is as old as the
    // page was by then.
    await page.clock.install()
    await page.clock.fastForward(120_000)
    svc.tick(60_000)
    await seek(page).fill('200')
    await page.clock.resume()
    await ranPast(page, 200.2, 300)
    expect({ signed, refused }).toEqual({ signed: [200, 200, 200], refused: [403] })
    expect(await deck(page).getByText('preview', { exact: true }).count()).toBe(0)
  },
)

browserTest('a track that is gone jams the tape and says why, and the retry key plays on once it is back', async () => {
  const { svc, dawn } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/@nova')
  const { page } = open
  await islandReady(page, 'tracks')
  const gate = ({ pathname }: URL) => pathname === `/api/audio/${dawn.id}`
  const body = JSON.stringify({ error: 'The shelf fell over.', code: 'UNAVAILABLE', hint: 'Try it in a minute.' })
  await page.route(gate, (route) => route.fulfill({ status: 503, contentType: 'application/json', body }))
  await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
  await deck(page).getByText('The tape jammed.').waitFor()
  await deck(page).getByText('Try it in a minute.').waitFor()
  expect(await breaches(page)).toEqual([])
  await page.unroute(gate)
  await deck(page).getByRole('button', { name: 'Try again' }).click()
  await ranPast(page, 0.2)
  expect(await deck(page).getByText('The tape jammed.').count()).toBe(0)
})

/** Waits until the page has fetched the script that has a text. */
async function fetched(page: Page, text: string): Promise<void> {
  const names = (await clientScripts()).filter((script) => script.text.includes(text)).map(({ path }) => path)
  await page.waitForFunction(
    (paths) => performance.getEntriesByType('resource').some(({ name }) => paths.some((path) => name.endsWith(path))),
    names,
  )
}

browserTest('a signal that is lost while a picture of the page is still coming is shown and read aloud', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/')
  const { page } = open
  await page.route('**/@nova', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('</main>', '<img src="/never.png" alt=""></main>')
    await route.fulfill({ response, body })
  })
  await page.route('**/never.png', () => {})
  await page.goto(`${svc.url}/@nova`, { waitUntil: 'commit' })
  await islandReady(page, 'tracks')
  for (const text of ['The tape jammed.', 'attachShadow']) await fetched(page, text)
  expect(await page.evaluate(() => document.readyState)).toBe('interactive')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Play Kettle', exact: true }).click()
  await deck(page).getByText('You are offline.', { exact: true }).waitFor()
  await said(page, 'You are offline. Check the connection.')
})

browserTest('without a signal the deck says so, keeps the page, and goes on when the signal is back', async () => {
  const { svc } = await shop()
  await using _ = svc
  await using open = await openPage(svc, '/@nova')
  const { page } = open
  await islandReady(page, 'tracks')
  // With the words for it, which the page fetches once it is shown.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Play Kettle', exact: true }).click()
  await deck(page).getByText('You are offline.', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByText('You are offline: that page could not be loaded.').waitFor()
  await page.getByRole('heading', { name: 'Nova' }).waitFor()
  // The address stays that of the page, too.
  await page.waitForURL(`${svc.url}/@nova`)
  expect(await page.locator('#bar [aria-current]').count()).toBe(0)
  // A connection that is just back often fails at first.
  let failing = 2
  await page.route('**/api/audio/**', (route) => {
    failing -= 1
    return failing >= 0 ? route.abort() : route.continue()
  })
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Pause Kettle' }).waitFor()
  await ranPast(page, 0.2)
})
