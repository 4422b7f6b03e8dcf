import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { demoAccount } from '../../src/lib/account/demo-account.ts'
import { findTool } from '../support/tool.ts'
import { medianOf } from './median.ts'
import { scratchFolder, startProgram } from './program.ts'
import { atMost, type Row } from './report.ts'
import { type Visit, visit } from './visit.ts'

const visits = 5

const figures = ['kilobytes', 'requests', 'lcpMs', 'cls', 'inpMs'] as const
type Figure = (typeof figures)[number]

type Goal = {
  name: string
  path: string
  /** Signed in as the demo's artist, whose page it is. */
  isStudio?: true
  most: Partial<Record<Figure, number>>
  /** Returns the things that are pressed in turn once the page has loaded. */
  presses(page: Page): readonly Locator[]
}

const key = (page: Page, name: string) => page.getByRole('button', { name }).first()

/** The player's key; each track has another one, which adds it to the queue. */
const queueKey = (page: Page) => page.getByRole('button', { name: 'Queue', exact: true })

const goals: readonly Goal[] = [
  {
    name: 'world page of the demo',
    path: '/@mara-velo',
    most: { kilobytes: 160, lcpMs: 1100, cls: 0.02, inpMs: 100 },
    presses: (page) => [key(page, 'Play all'), queueKey(page), queueKey(page), key(page, 'Pause'), key(page, 'Share')],
  },
  {
    name: 'home page of the demo',
    path: '/',
    most: { kilobytes: 350, lcpMs: 1100, cls: 0.02, inpMs: 100 },
    presses: (page) => [key(page, 'Play the newest'), key(page, 'Pause'), page.getByRole('searchbox')],
  },
  {
    name: 'studio of a tape of the demo',
    path: '/studio/tapes/mara-velo',
    isStudio: true,
    most: { requests: 16, cls: 0.02, inpMs: 100 },
    presses: (page) => [key(page, 'Details of')],
  },
]

const labels: Readonly<Record<Figure, readonly [what: string, unit: string]>> = {
  kilobytes: ['bytes of all it loads', 'KB'],
  requests: ['requests', 'requests'],
  lcpMs: [`largest paint, median of ${visits}`, 'ms'],
  cls: ['shifts of its layout', '(CLS)'],
  inpMs: [`slowest answer to a press (INP), median of ${visits}`, 'ms'],
}

/**
 * Measures a slow phone's cold visits to the demo's pages: bytes, requests, largest paint, layout
 * shifts, and how soon a press is answered.
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
  for (const goal of goals) {
    const made: Visit[] = []
    for (let n = 0; n < visits; n += 1) made.push(await coldVisit(browser, demo.url, goal))
    const { largest = '' } = made.toSorted((a, b) => a.lcpMs - b.lcpMs)[visits >> 1] ?? {}
    const { pressed = '' } = made.toSorted((a, b) => a.inpMs - b.inpMs)[visits >> 1] ?? {}
    for (const figure of figures) {
      const most = goal.most[figure]
      const [what, unit] = labels[figure]
      const value = medianOf(made.map((each) => each[figure]))
      const named = `${goal.name}, cold on a slow phone: ${what}`
      const note = { lcpMs: largest, inpMs: pressed, kilobytes: '', requests: '', cls: '' }[figure]
      if (most !== undefined) rows.push(atMost(named, value, most, unit, note))
    }
  }
  return rows
}

/** Visits with an empty cache, signed in if the page asks for it. */
async function coldVisit(browser: Browser, url: string, { path, isStudio, presses }: Goal): Promise<Visit> {
  await using context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  if (isStudio) {
    const { email, password } = demoAccount
    const answer = await context.request.post(`${url}/api/auth/login`, { data: { email, password } })
    if (!answer.ok()) throw new Error(`The demo let nobody sign in: ${answer.status()}`)
  }
  return await visit(context, url + path, presses)
}

/** Waits until the demo's pages are there and none says that its music is still being recorded. */
async function untilRecorded(url: string): Promise<void> {
  const deadline = performance.now() + 600_000
  for (const { path } of goals) {
    for (;;) {
      const answer = await fetch(url + path)
      if (answer.ok && !/being recorded/i.test(await answer.text())) break
      if (performance.now() > deadline) throw new Error('The demo was not recorded in ten minutes.')
      await Bun.sleep(1000)
    }
  }
}
