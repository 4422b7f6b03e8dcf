import { expect } from 'bun:test'
import { languageNames } from '../../src/lib/language/languages.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { openGallery } from '../support/web/gallery.ts'

useBrowser()

const gallery = openGallery()

browserTest('without scripts a page still tells, links and plays', async () => {
  const { svc } = await gallery()
  await using open = await openPage(svc, '/@nova', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const { page } = open
  expect(await page.getByRole('heading', { name: 'Nova' }).isVisible()).toBe(true)
  expect(await page.locator('.track audio').count()).toBe(2)
  expect(await page.locator('.track audio').first().getAttribute('preload')).toBe('none')
  expect(await page.locator('.needs-js:visible').count()).toBe(0)
  // A language is chosen without them.
  expect(await page.getByRole('button').allTextContents()).toEqual(Object.values(languageNames))
  // As wide as its row: a player that is too narrow shows no button to play.
  expect((await page.locator('.track audio').first().boundingBox())?.width).toBeGreaterThan(300)
  const source = await page.locator('.track audio').first().getAttribute('src')
  const streamed = await svc.fetch(source ?? '', { headers: { 'sec-fetch-dest': 'audio' } })
  expect(streamed.status).toBe(200)
  expect((await streamed.arrayBuffer()).byteLength).toBeGreaterThan(100)
  await page.getByRole('link', { name: 'Tapedeck', exact: true }).click()
  await page.locator('.rack').getByRole('link', { name: 'Nova' }).click()
  expect(page.url()).toBe(`${svc.url}/@nova`)
})

browserTest('those who want less motion get none: no reel turns, no tape lifts, no page slides', async () => {
  const { svc } = await gallery()
  await using open = await openPage(svc, '/@right', { reducedMotion: 'reduce' })
  const { page } = open
  await islandReady(page, 'tracks')
  await page.getByRole('button', { name: 'Play all' }).click()
  await page.locator('.jcard .cassette.turning').waitFor()
  const motion = await page.evaluate(() =>
    [...document.querySelectorAll('.reel, .key:not(.foot-buy), .cassette')].map((each) => {
      const { animationName, transitionDuration, transitionProperty } = getComputedStyle(each)
      return animationName === 'none' && (transitionDuration === '0s' || transitionProperty === 'none')
    }),
  )
  expect(motion.length).toBeGreaterThan(4)
  expect(motion).not.toContain(false)
})

browserTest('the keyboard reaches everything in order, beginning with a way past the bar', async () => {
  const { svc } = await gallery()
  await using open = await openPage(svc, '/@nova')
  const { page } = open
  await islandReady(page, 'tracks')
  const reached: string[] = []
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(() => {
        const here = document.activeElement
        const outline = here && getComputedStyle(here).outlineStyle
        return `${here?.getAttribute('aria-label') ?? here?.textContent.trim() ?? ''}${outline === 'none' ? ' (unseen)' : ''}`
      }),
    )
  }
  expect(reached).toEqual([
    'Skip to content',
    'Tapedeck',
    'Home',
    'Sign in',
    'Sign up',
    'Follow Nova',
    'Play all',
    'Live room',
    'Share',
    'Play Dawn',
    'Like Dawn, no likes yet',
    'Play Kettle',
    'Like Kettle, no likes yet',
    'Add to wish list',
  ])
})
