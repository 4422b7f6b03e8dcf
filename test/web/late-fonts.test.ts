import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserTest, openPage, useBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

useBrowser()

/** Returns the layout shift of the page so far. */
const shiftOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return new Promise<number>((resolve) => {
      let sum = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'))
      }).observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve(sum), 100)
    })
  })

browserTest('fonts that come late move nothing on an artist’s page', async () => {
  await using svc = await startServer()
  await world(svc)
  await using open = await openPage(svc, '/login')
  const { page } = open
  let late = 0
  await page.route(/\.woff2/, async (route) => {
    late += 1
    await Bun.sleep(500)
    await route.continue()
  })
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 850 })
    await page.goto(`${svc.url}/@nova`)
    expect(await shiftOf(page)).toBeLessThan(0.02)
  }
  expect(late).toBeGreaterThan(3)
})
