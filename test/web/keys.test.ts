import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { rememberSound } from '../support/room/heard.ts'
import { startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

useBrowser()

async function heardBy(page: Page): Promise<number> {
  // Before the length is known, the slider has no room for where it stands.
  await page.locator('input[aria-label=Seek]:not([max="1"])').waitFor()
  return Number(await page.getByRole('slider', { name: 'Seek' }).inputValue())
}

async function shop() {
  const svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 30 } })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Kettle', { hook: { seconds: 30 }, position: 2 })
  return svc
}

/** How far the sound of a page came: a hook that was not paused comes to its end, at 30 seconds. */
const furthest = (page: Page) =>
  page.evaluate(() => Math.max(...(window.heardBy ?? []).map(({ currentTime }) => currentTime)))

const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).waitFor()

browserTest('single keys steer the deck, until the listener switches them off', async () => {
  await using svc = await shop()
  await using open = await openPage(svc, '/@nova', { viewport: { width: 1280, height: 800 } })
  const { page, problems } = open
  await islandReady(page, 'tracks')
  await page.keyboard.press('k')
  expect(await page.locator('.deck:not([hidden])').count()).toBe(0)
  await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
  await page.waitForFunction(() => navigator.mediaSession.playbackState === 'playing')
  await page.locator('h1').click()
  // The keys of the browser, and those that write, are not the deck's.
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('textarea')))
  await page.locator('main > textarea').pressSequentially('nk')
  expect(await page.locator('main > textarea').inputValue()).toBe('nk')
  await page.locator('h1').click()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('k')
  await pressed(page, 'Play Dawn')
  await page.keyboard.press('l')
  expect(await heardBy(page)).toBeGreaterThanOrEqual(10)
  await page.keyboard.press('j')
  expect(await heardBy(page)).toBeLessThan(10)
  await page.keyboard.press(' ')
  await pressed(page, 'Pause Dawn')
  await page.keyboard.press('n')
  await pressed(page, 'Pause Kettle')
  await page.keyboard.press('p')
  await pressed(page, 'Pause Dawn')
  // Space presses the key that has the focus, and no other.
  const own = page.getByRole('button', { name: 'Keyboard shortcuts' })
  await own.press(' ')
  await page.getByLabel('Use single-key shortcuts').filter({ visible: true }).waitFor()
  await pressed(page, 'Pause Dawn')
  await own.press(' ')
  await own.click()
  await page.getByLabel('Use single-key shortcuts').filter({ visible: true }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.keyboard.press('k')
  await rememberSound(page)
  await page.reload()
  await page.getByText('Press anywhere').waitFor()
  await page.locator('h1').click()
  await pressed(page, 'Pause Dawn')
  await page.keyboard.press('k')
  await pressed(page, 'Pause Dawn')

  // A second tab lets the first play until it plays itself, and the other way round.
  const second = await page.context().newPage()
  await rememberSound(second)
  await second.goto(page.url())
  await islandReady(second, 'tracks')
  await pressed(page, 'Pause Dawn')
  await second.getByRole('button', { name: 'Play Kettle', exact: true }).click()
  await pressed(second, 'Pause Kettle')
  await pressed(page, 'Play Dawn')
  expect(await furthest(page)).toBeLessThan(29)
  await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
  await pressed(second, 'Play Kettle')
  expect(await furthest(second)).toBeLessThan(29)
  await pressed(page, 'Pause Dawn')
  expect(problems).toEqual([])
})

const counterMoved = async (page: Page) => {
  const before = await page.locator('.counter b').textContent()
  await page.waitForFunction((text) => document.querySelector('.counter b')?.textContent !== text, before)
}

browserTest('the waveform is a slider: arrows and pages move it, Home and End stay inside the hook', async () => {
  await using svc = await shop()
  await using open = await openPage(svc, '/@nova')
  const { page } = open
  await islandReady(page, 'tracks')
  await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
  await page.waitForFunction(() => navigator.mediaSession.playbackState === 'playing')
  const slider = page.getByRole('slider', { name: 'Position in Dawn' })
  // While it plays a slider says nothing by itself: a screen reader would say it, over the music.
  for (const each of [page.getByRole('slider', { name: 'Seek' }), slider]) {
    await page.keyboard.press('Shift')
    await each.focus()
    const told = await each.getAttribute('aria-valuetext')
    await counterMoved(page)
    expect(await each.getAttribute('aria-valuetext')).toBe(told)
    const before = await each.evaluate((one) => Number(one.getAttribute('aria-valuenow') ?? Reflect.get(one, 'value')))
    await each.press('ArrowRight')
    const after = await each.evaluate((one) => Number(one.getAttribute('aria-valuenow') ?? Reflect.get(one, 'value')))
    expect(after - before).toBeGreaterThan(5)
    expect(after - before).toBeLessThan(10)
  }
  await page.keyboard.press('Space')
  await pressed(page, 'Play Dawn')
  await page.keyboard.press('Home')
  expect(await slider.getAttribute('aria-valuenow')).toBe('35')
  await page.keyboard.press('PageUp')
  expect(await slider.getAttribute('aria-valuenow')).toBe('45')
  await page.keyboard.press('ArrowLeft')
  expect(await slider.getAttribute('aria-valuenow')).toBe('40')
  await page.keyboard.press('End')
  expect(Number(await slider.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(60)
})

browserTest('a press on a waveform plays from there, and outside the hook invites to collect', async () => {
  await using svc = await shop()
  await using open = await openPage(svc, '/@nova')
  const { page } = open
  await islandReady(page, 'tracks')
  const wave = page.locator('.track', { hasText: 'Kettle' }).locator('.wave')
  const { width = 0, height = 0 } = (await wave.boundingBox()) ?? {}
  await wave.click({ position: { x: (width * 50) / 60, y: height / 2 } })
  await pressed(page, 'Pause Kettle')
  await page.waitForFunction(() => navigator.mediaSession.playbackState === 'playing')
  expect(await heardBy(page)).toBeGreaterThanOrEqual(14)
  await wave.click({ position: { x: width * 0.1, y: height / 2 } })
  await page.getByText('You hear the highlighted part.').first().waitFor()
  expect(await heardBy(page)).toBeGreaterThanOrEqual(14)
})

browserTest('tracks can be queued, taken out and jumped to', async () => {
  await using svc = await shop()
  const tide = cast(svc.ctx, 'tide', { publishedAt: svc.ctx.now() + 1000 })
  await addPlayableTrack(svc.ctx, tide.cassetId, 'Ebb', { hook: { seconds: 30 } })
  await using open = await openPage(svc, '/')
  const { page, problems } = open
  await islandReady(page, 'player/play-tape')
  await page.getByRole('button', { name: 'Play Tide by Tide' }).click()
  await page.getByRole('button', { name: 'Pause Tide by Tide' }).waitFor()
  await page.locator('main').getByRole('link', { name: 'Nova' }).click()
  await islandReady(page, 'tracks')
  await page.getByRole('button', { name: 'Add Dawn to the queue' }).click()
  await page.getByRole('button', { name: 'Add Kettle to the queue' }).click()
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  const list = page.locator('#deck-queue li')
  await list.nth(2).waitFor()
  expect(await list.locator('.jump').allInnerTexts()).toEqual(['Ebb Tide', 'Dawn Nova', 'Kettle Nova'])
  await page.getByRole('button', { name: 'Remove Dawn from the queue' }).click()
  await list.nth(2).waitFor({ state: 'detached' })
  expect(await list.locator('.jump').allInnerTexts()).toEqual(['Ebb Tide', 'Kettle Nova'])
  await list.getByRole('button', { name: 'Kettle Nova' }).click()
  await pressed(page, 'Pause Kettle')
  // A track that is taken out before the one that plays moves nothing: the next stays the next.
  expect(await list.getByRole('button', { name: /^Remove/ }).count()).toBe(1)
  await page.getByRole('button', { name: 'Remove Ebb from the queue' }).click()
  await page.getByRole('button', { name: 'Add Dawn to the queue' }).click()
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  await list.nth(1).waitFor()
  expect(await list.locator('.jump').allInnerTexts()).toEqual(['Kettle Nova', 'Dawn Nova'])
  await page.locator('h1').click()
  await page.keyboard.press('n')
  await pressed(page, 'Pause Dawn')
  expect(problems).toEqual([])
})
