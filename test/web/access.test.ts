import { expect } from 'bun:test'
import { languageNames } from '../../src/lib/language/languages.ts'
import { breaches, browserTest, islandReady, openPage, slowSound, useBrowser } from '../support/browser.ts'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { startServer } from '../support/server.ts'
import { share } from '../support/shared.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

useBrowser()

const long = 'The Extraordinarily Long-Winded Orchestra of the Lower Reservoir and Its Travelling Companions '.repeat(3)

/** Worlds that are hard to lay out or to colour, one of each texture. */
const gallery = share(async () => {
  const svc = await startServer()
  await world(svc)
  const { ctx } = svc
  const endless = cast(ctx, 'endless', {
    displayName: long.slice(0, 160),
    name: long.slice(0, 120),
    bio: `${'w'.repeat(300)} ${long.repeat(5)}`,
    patternId: 'paper-fiber',
    footerTheme: 'cover',
  })
  await addPlayableTrack(ctx, endless.cassetId, 'X'.repeat(240), { lyrics: 'la '.repeat(200) })
  const right = cast(ctx, 'right', {
    displayName: 'فرقة الشريط الممغنط',
    name: 'אותיות 🎧',
    patternId: 'halftone',
    footerTheme: 'dark',
    themeTokens: { accent: '#0a7d4f' },
  })
  await addPlayableTrack(ctx, right.cassetId, 'ليلة طويلة 👩‍👩‍👧‍👦')
  const dim = cast(ctx, 'dim', {
    patternId: 'scanlines',
    footerTheme: 'light',
    backgroundSource: 'color',
    themeTokens: { background: '#808080', surface: '#7a7a7a', text: '#101010', accent: '#888888' },
  })
  await addPlayableTrack(ctx, dim.cassetId, 'Grey')
  const fog = cast(ctx, 'fog', { patternId: 'paint-fog', published: false, themeTokens: { accent: '#ffe600' } })
  await addPlayableTrack(ctx, fog.cassetId, 'Mist')
  await addReadyTrack(ctx, fog.cassetId, 'Winding', { position: 2, status: 'PROCESSING', hookDurationSec: null })
  return { svc, fog }
})

browserTest(
  'axe finds nothing in any world, by day and by night, with the deck open, and each fits its window and fingers',
  async () => {
    const { svc, fog } = await gallery()
    const visits = [
      { path: '/', track: null },
      { path: '/@endless', track: 'X'.repeat(240) },
      { path: '/@right', track: 'ليلة طويلة 👩‍👩‍👧‍👦' },
      { path: '/@dim', track: 'Grey' },
      { path: '/@fog', track: 'Mist' },
      { path: '/@nobody', track: null },
      { path: '/@fog/sideb', track: null },
      { path: '/browse', track: null },
    ]
    await using open = await openPage(svc, '/', { as: fog })
    const { page } = open
    await slowSound(page)
    const found: string[] = []
    for (const { path, track } of visits) {
      await page.goto(svc.url + path)
      if (track) {
        await islandReady(page, 'tracks')
        await page.getByRole('button', { name: `Play ${track}`, exact: true }).click()
        await page.getByRole('button', { name: 'Queue', exact: true }).click()
        await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).click()
      }
      found.push(...(await breaches(page, 'by day and night')))
      for (const width of [320, 390, 820, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const report = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          const small = [...document.querySelectorAll('.key, .quiet, nav a, .wave')].filter((key) => {
            const { height, width: wide } = key.getBoundingClientRect()
            return wide > 0 && height < (key.matches('.wave') ? 40 : 44)
          })
          return { over: scrollWidth - clientWidth, small: small.map(({ className }) => className) }
        })
        if (report.over > 0 || report.small.length > 0) found.push(`${path} at ${width}: ${JSON.stringify(report)}`)
      }
    }
    expect(found).toEqual([])
  },
)

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
