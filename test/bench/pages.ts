import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { findTool } from '../support/tool.ts'
import { medianOf } from './median.ts'
import { scratchFolder, startProgram } from './program.ts'
import { atMost, type Row } from './report.ts'

const visits = 5

/** A phone on a slow network: bits and milliseconds as Lighthouse simulates them. */
const slowPhone = { latencyMs: 150, bytesPerSec: 1_600_000 / 8, slowdown: 4 }

type Visit = { kilobytes: number; lcpMs: number; cls: number; largest: string }
type Figure = Exclude<keyof Visit, 'largest'>

const goals = [
  { name: 'world page of the demo', path: '/@mara-velo', kilobytes: 200, lcpMs: 1200 },
  { name: 'home page of the demo', path: '/', kilobytes: 350, lcpMs: 1200 },
]

/**
 * Cold visits of a slow phone to the demo's pages: bytes, largest paint and shifts of the layout.
 */
export async function benchPages(executable: string): Promise<Row[]> {
  const executablePath = findTool('chromium')
  if (executablePath === null)
    return [{ what: 'cold pages', figure: 'Chromium is not installed', goal: '', reached: null }]
  using folder = scratchFolder()
  const env = {
    DEMO_DIR: join(folder.path, 'demo'),
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
  }
  await using demo = await startProgram([executable, 'demo'], env)
  await untilRecorded(demo.url)
  await using browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
  const rows: Row[] = []
  for (const { name, path, kilobytes, lcpMs } of goals) {
    const made: Visit[] = []
    for (let n = 0; n < visits; n += 1) {
      await using context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      })
      made.push(await visit(context, demo.url + path))
    }
    const middle = (field: Figure) => medianOf(made.map((each) => each[field]))
    const { largest = '' } = made.toSorted((a, b) => a.lcpMs - b.lcpMs)[visits >> 1] ?? {}
    rows.push(
      atMost(`${name}, cold on a slow phone: bytes of all it loads`, middle('kilobytes'), kilobytes, 'KB'),
      atMost(
        `${name}, cold on a slow phone: largest paint, median of ${visits}`,
        middle('lcpMs'),
        lcpMs,
        'ms',
        largest,
      ),
      atMost(`${name}, cold on a slow phone: shifts of its layout`, middle('cls'), 0.02, '(CLS)'),
    )
  }
  return rows
}

/**
 * Waits until the demo's tapes are recorded: until no page of theirs has grown for some seconds.
 */
async function untilRecorded(url: string): Promise<void> {
  const deadline = performance.now() + 120_000
  let length = 0
  for (let quietSec = 0; quietSec < 10; quietSec += 1) {
    if (performance.now() > deadline) throw new Error('The demo was not recorded in two minutes.')
    await Bun.sleep(1000)
    let now = 0
    for (const { path } of goals) now += (await (await fetch(url + path)).text()).length
    if (now !== length) quietSec = 0
    length = now
  }
}

// Runs in the page from its first moment.
const observe = `
  globalThis.measured = { lcpMs: 0, cls: 0 }
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
  }).observe({ type: 'layout-shift', buffered: true })`

async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  let bytes = 0
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
  const measured: Omit<Visit, 'kilobytes'> = await page.evaluate('({ ...measured, largest: largest() })')
  return { ...measured, kilobytes: bytes / 1000 }
}
