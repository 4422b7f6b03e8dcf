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

browserTest('fonts that come late move nothing on the home page and on an artist’s', async () => {
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
    for (const path of ['/', '/@nova']) {
      await page.goto(svc.url + path)
      expect(await shiftOf(page)).toBeLessThan(0.02)
    }
  }
  expect(late).toBeGreaterThan(3)
})

const widthOfHeadline = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('h1')?.firstChild ?? document.body)
    return range.getBoundingClientRect().width
  })

browserTest('a first visit at 1.6 Mbit/s and 150 ms shows headlines in the display typeface', async () => {
  await using svc = await startServer()
  await world(svc)
  await using quick = await openPage(svc, '/')
  const width = await widthOfHeadline(quick.page)
  await using slow = await openPage(svc, '/healthz')
  const line = await slow.page.context().newCDPSession(slow.page)
  const bytesPerSecond = 1_600_000 / 8
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await slow.page.goto(`${svc.url}/`)
  expect(await widthOfHeadline(slow.page)).toBe(width)
  await quick.page.route(/anybody/, (route) => route.abort())
  const cache = await quick.page.context().newCDPSession(quick.page)
  await cache.send('Network.clearBrowserCache')
  await quick.page.reload()
  expect(await widthOfHeadline(quick.page)).not.toBe(width)
})
