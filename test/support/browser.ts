import { afterAll, setDefaultTimeout, test } from 'bun:test'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  firefox,
  type Page,
} from 'playwright-core'
import { testLimitMs, waitLimitMs } from './limits.ts'
import { findTool } from './tool.ts'
import { inTree } from './tree.ts'
import { noteSaid } from './web/said.ts'
import type { Person } from './world.ts'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A renderer kept ready for the next tab is a fifth of what a tab costs. A list of ours takes the
  // place of Playwright's, so what of it matters here is named again.
  '--disable-features=SpareRendererForSitePerProcess,PaintHolding,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,AvoidUnnecessaryBeforeUnloadCheckSync',
  '--renderer-process-limit=1',
]

// Playwright has no options for these in Firefox: no motion, and a mouse, which a machine without a
// screen lacks.
const preferences = {
  'ui.prefersReducedMotion': 1,
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
}

/** Tests run in Chromium; `bun run soak firefox` has some of them run in Firefox. */
const runsInFirefox = Bun.env.TAPEDECK_BROWSER === 'firefox'
const executablePath = runsInFirefox ? inTree('test/support/firefox.sh') : findTool('chromium')

let launching: Promise<Browser> | undefined

// Without a UTF-8 locale a browser cannot write names of files beyond ASCII.
const env = { ...Bun.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
const found = executablePath ? { executablePath } : {}
const launch = () =>
  runsInFirefox
    ? // The channel of Firefox as everybody has it, driven by WebDriver BiDi.
      firefox.launch({ ...found, channel: 'moz-firefox', firefoxUserPrefs: preferences, env, timeout: waitLimitMs })
    : chromium.launch({ ...found, args: flags, env, timeout: waitLimitMs })

/** A test that needs a browser: skipped, loudly, where there is none. */
export const browserTest = test.skipIf(executablePath === null)

/**
 * Ends the file's browser with the file; to be called once at its top. The workers of a whole run
 * have one each, which ends with them.
 */
export function useBrowser(): void {
  setDefaultTimeout(testLimitMs)
  if (Bun.env.TAPEDECK_KEEPS_BROWSER) return
  afterAll(async () => {
    await (await launching)?.close()
    launching = undefined
    waiting.length = 0
  })
}

/** An open page, and what it complained of: errors in the console, policy violations among them. */
export type OpenPage = AsyncDisposable & { page: Page; problems: readonly string[] }

/** `lacks` names what this browser shall not have, such as `navigation`. */
export type OpenOptions = BrowserContextOptions & { as?: Person; lacks?: readonly string[] }

/** Keeps the browser from painting the page; layout, clicks and accessibility work as usual. */
function paintNothing() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { opacity: 0 !important }')
  document.adoptedStyleSheets.push(sheet)
}

/**
 * Mutes what may play: where there is no sound card, Firefox has a clock for silence alone, which
 * its rule for sound without a press does not concern.
 */
function playMuted() {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    if ('getAutoplayPolicy' in navigator && typeof navigator.getAutoplayPolicy === 'function') {
      this.muted = navigator.getAutoplayPolicy('mediaelement') === 'allowed'
    }
    return play.call(this)
  }
}

/** Signs somebody in at a browser, in place of whoever was. */
export async function signIn(
  context: BrowserContext,
  { url }: { url: string },
  { cookie }: Pick<Person, 'cookie'>,
): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
}

async function createContext(options: BrowserContextOptions): Promise<BrowserContext> {
  launching ??= launch()
  const browser = await launching
  // No motion by default: turning reels and moving page changes cost a sixth of the time without a
  // graphics card.
  const still: BrowserContextOptions = { serviceWorkers: 'block' }
  if (!runsInFirefox) still.reducedMotion = 'reduce'
  const context = await browser.newContext({ ...still, ...options })
  context.setDefaultTimeout(waitLimitMs)
  // Pixels that nobody looks at were a third of a browser's time.
  await context.addInitScript(paintNothing)
  await context.addInitScript(noteSaid)
  if (runsInFirefox) await context.addInitScript(playMuted)
  return context
}

/** A context that stays open between two pages, by an empty one. */
type Kept = { context: BrowserContext; devtools: CDPSession; hasClock: boolean }

// A context has a process of its own for its pages, which ends with the last of them: to start it
// and to compile the same scripts again was a quarter of what a page costs.
const waiting: Kept[] = []

async function createKept(): Promise<Kept> {
  const context = await createContext({})
  const kept = { context, devtools: await context.newCDPSession(await context.newPage()), hasClock: false }
  const { clock } = context
  const install = clock.install.bind(clock)
  // It cannot be taken out of a context again.
  clock.install = (options) => {
    kept.hasClock = true
    return install(options)
  }
  return kept
}

/** Leaves a context to the next page as if it were new. */
async function leave(kept: Kept): Promise<void> {
  const { context, hasClock } = kept
  if (hasClock) return context.close()
  const [, ...pages] = context.pages()
  for (const page of pages) await page.close()
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  waiting.push(kept)
}

/** Lends a context for a page of a server, and what ends it or gives it back. */
async function lend({ url }: { url: string }, options: BrowserContextOptions) {
  if (runsInFirefox || Object.keys(options).length > 0) {
    const context = await createContext(options)
    return { context, giveBack: () => context.close() }
  }
  const kept = waiting.pop() ?? (await createKept())
  await kept.devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
  return { context: kept.context, giveBack: () => leave(kept) }
}

/**
 * Opens a page in a context in which nobody has left anything, signed in as somebody or as a
 * stranger. It ends with its scope.
 */
export async function openPage(svc: { url: string }, path: string, options: OpenOptions = {}): Promise<OpenPage> {
  const { as, lacks = [], viewport, ...contextOptions } = options
  const { context, giveBack } = await lend(svc, contextOptions)
  if (as) await signIn(context, svc, as)
  const page = await context.newPage()
  if (viewport) await page.setViewportSize(viewport)
  if (lacks.length > 0) {
    await page.addInitScript((names) => {
      for (const name of names)
        for (const owner of [globalThis, Navigator.prototype]) Reflect.deleteProperty(owner, name)
    }, lacks)
  }
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(svc.url + path)
  // A place measured before the letters are there is elsewhere a moment later.
  await page.evaluate('document.fonts.ready.then(() => true)')
  return { page, problems, [Symbol.asyncDispose]: giveBack }
}

/**
 * Lets sound run at a fifth of its speed, on this page and those after it: on a slow machine a hook
 * is over before a test has looked.
 */
export async function slowSound(page: Page): Promise<void> {
  const slow = () => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      this.playbackRate = 0.2
      return play.call(this)
    }
  }
  await page.addInitScript(slow)
  await page.evaluate(slow)
}

/** Ticks that delivery begins at once, where a checkout asks for it. */
export async function agree(page: Page): Promise<void> {
  for (const box of await page.locator('.agrees input').all()) await box.check()
}

/** Waits until the page's script has taken over the island. */
export const islandReady = (page: Page, name: string) =>
  page.locator(`c-island[data-name="${name}"][data-ready]`).first().waitFor({ state: 'attached' })

const axe = await Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text()
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// Only colours change with the night.
const looks = [
  { colorScheme: 'light', runOnly: { type: 'tag', values: rules } },
  { colorScheme: 'dark', runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
] as const

/**
 * Tells axe that the page is painted, as an element that is not has no contrast. To paint it was a
 * third of what axe costs.
 */
function sayPainted() {
  const root = document.documentElement
  const { getComputedStyle } = globalThis
  globalThis.getComputedStyle = (element, pseudo) => {
    const style = getComputedStyle(element, pseudo)
    if (element !== root) return style
    const valueIn = (name: string) => (name === 'opacity' ? '1' : style.getPropertyValue(name))
    return new Proxy(style, {
      get: (_, name) => (name === 'getPropertyValue' ? valueIn : name === 'opacity' ? '1' : Reflect.get(style, name)),
    })
  }
}

/**
 * Every breach of WCAG 2.2 AA and of good practice that axe finds on the page by day, or by night
 * too, one line each. All colours go by the same few names, at which a few tests look by night, and
 * `bun run soak pages` on every page.
 */
export async function breaches(page: Page, when: 'by day' | 'by day and night' = 'by day'): Promise<string[]> {
  // Firefox walks the flows; axe looks at the same pages in Chromium.
  if (runsInFirefox) return []
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe)
    await page.evaluate(sayPainted)
  }
  const { pathname } = new URL(page.url())
  // axe takes a label for that of each element with its id; browsers name the first one.
  const astray = await page.evaluate(() =>
    [...document.querySelectorAll('label')]
      .filter(({ htmlFor }) => {
        const named = htmlFor === '' ? 1 : document.querySelectorAll(`#${CSS.escape(htmlFor)}`).length
        return named !== 1
      })
      .map(({ textContent, htmlFor }) => `${textContent} is the label of more or less than one ${htmlFor}`),
  )
  const found = astray.map((line) => `${pathname}: ${line}`)
  for (const { colorScheme, runOnly } of when === 'by day' ? looks.slice(0, 1) : looks) {
    await page.emulateMedia({ colorScheme })
    const lines = await page.evaluate<
      string[]
    >(`axe.run(document, ${JSON.stringify({ runOnly, preload: false, resultTypes: ['violations'] })})
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, any }) =>
        target + ' ' + (any[0]?.message ?? '')).slice(0, 3).join(' | ')))`)
    found.push(...lines.map((line) => `${pathname} ${colorScheme}: ${line}`))
  }
  return found
}
