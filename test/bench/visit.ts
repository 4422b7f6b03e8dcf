import type { BrowserContext, Locator, Page } from 'playwright-core'

/** A phone on a slow network: bits and milliseconds as Lighthouse simulates them. */
const slowPhone = { latencyMs: 150, bytesPerSec: 1_600_000 / 8, slowdown: 4 }

/** The cost of one visit. `inpMs` is the slowest answer to a press, to the next paint (INP). */
export type Visit = {
  kilobytes: number
  requests: number
  lcpMs: number
  cls: number
  inpMs: number
  /** The element of the largest paint, and when its file came. */
  largest: string
  /** The key whose press was answered last. */
  pressed: string
}

// Runs in the page from its first moment.
const observe = `
  globalThis.measured = { lcpMs: 0, cls: 0 }
  globalThis.slowest = { inpMs: 0, pressed: '' }
  let last
  globalThis.largest = () => {
    const [file] = last?.url ? performance.getEntriesByName(last.url) : []
    const ms = (time) => Math.round(time) + ' ms'
    return (last?.element?.localName ?? 'gone') + (file ? ', asked for at ' + ms(file.requestStart) + ', there at ' + ms(file.responseEnd) : '')
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) last = entry
    measured.lcpMs = last?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) measured.cls += value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration, interactionId, target } of list.getEntries())
      if (interactionId && duration > slowest.inpMs)
        slowest = { inpMs: duration, pressed: target?.closest('button')?.textContent.trim() || (target?.localName ?? '') }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

/**
 * Visits a page as a slow phone does, then presses things in turn. Bytes, requests and the largest
 * paint are those from before the first press.
 */
export async function visit(
  context: BrowserContext,
  url: string,
  presses: (page: Page) => readonly Locator[],
): Promise<Visit> {
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  let bytes = 0
  let requests = 0
  protocol.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) requests += 1
  })
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await protocol.send('Network.enable')
  const { latencyMs, bytesPerSec, slowdown } = slowPhone
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSec,
    uploadThroughput: bytesPerSec,
  })
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 })
  await page.waitForTimeout(1500)
  const loaded: Pick<Visit, 'lcpMs' | 'cls' | 'largest'> = await page.evaluate('({ ...measured, largest: largest() })')
  const cost = { kilobytes: bytes / 1000, requests, ...loaded }
  for (const pressed of presses(page)) {
    await pressed.tap()
    await page.waitForTimeout(500)
  }
  const slowest: Pick<Visit, 'inpMs' | 'pressed'> = await page.evaluate('slowest')
  return { ...cost, ...slowest }
}
