import { expect } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, slowSound, useBrowser } from '../support/browser.ts'
import { openGallery } from '../support/web/gallery.ts'

useBrowser()

const gallery = openGallery()

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
