import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserTest, openPage, signIn, useBrowser } from '../support/browser.ts'
import { testLimitMs } from '../support/limits.ts'
import { everyPage } from '../support/web/every-page.ts'
import { misfits } from '../support/web/misfits.ts'
import { outlineOf } from '../support/web/outline.ts'
import { outlines as outlinesOf } from '../support/web/outlines.ts'

useBrowser()

/**
 * Returns what cannot be told apart in forced colours: what lies over the page unfilled, and
 * choices without a mark.
 */
const unmarked = (page: Page) =>
  page.evaluate(() => {
    const look = (element: Element) => {
      const {
        outlineStyle,
        textDecorationThickness: thickness,
        borderStyle,
        borderWidth,
        textDecorationLine,
        backgroundColor,
      } = getComputedStyle(element)
      return [outlineStyle, thickness, borderStyle, borderWidth, textDecorationLine, backgroundColor].join()
    }
    const overlays = [...document.querySelectorAll('.deck, .toast, dialog, [popover]')].filter(
      (element) => element.checkVisibility() && getComputedStyle(element).backgroundColor.endsWith(', 0)'),
    )
    const marked = '[aria-current], [aria-pressed=true], input.sr:checked + *'
    const unmarked = [...document.querySelectorAll(marked)].filter((element) => {
      const others = [...(element.parentElement?.parentElement?.querySelectorAll(`${element.tagName}`) ?? [])].filter(
        (other) => other !== element && other.className === element.className && !other.matches(marked),
      )
      return element.checkVisibility() && others.length > 0 && others.every((other) => look(other) === look(element))
    })
    return [...overlays, ...unmarked].map(
      ({ tagName, className, textContent }) => `${tagName} ${className} ${textContent}`,
    )
  })

/** The former names of things, before they got the ones that people know. */
const oldWords =
  /\b(record (yours|your own)|press record|lost the password|letterbox|the inlay|the till|(put|take) it (up|off)|on the tray|sale by sale|valid to|code on the back|on (the|this) deck|eject|your shelf|whose deck|good until|play side a)\b/i

/** Returns the first of those that the page has; where it lies, so that no page is sent for it. */
const oldWordIn = (page: Page) =>
  page.evaluate((words) => new RegExp(words, 'i').exec(document.documentElement.outerHTML)?.[0], oldWords.source)

/**
 * Returns what of a wide page is uneven: a bare stripe at its edge, halves left empty, a tape alone
 * on its shelf.
 */
const uneven = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
    const sizeOf = (selector: string) => {
      const element = document.querySelector(selector)
      return element ? Number.parseFloat(getComputedStyle(element).fontSize) : 0
    }
    const { overflowY } = getComputedStyle(document.documentElement)
    if (innerWidth > document.documentElement.clientWidth && overflowY !== 'scroll') found.push('a bare stripe')
    if (sizeOf('.bar nav') < 16 || sizeOf('.bar .tag') > 16) found.push('the mark of tests outshouts the menu')
    // Forms are as wide as a line of text; these are lists and papers.
    const card = document.querySelector('main:is(.receipt, .notifications) .jcard')
    if (card) {
      const range = new Range()
      const ends = [...card.querySelectorAll('*')].map((element) => {
        range.selectNodeContents(element)
        return element.children.length === 0 ? range.getBoundingClientRect().right : 0
      })
      const used = Math.round(((Math.max(...ends) - boxOf(card).left) / boxOf(card).width) * 100)
      if (used < 75) found.push(`only ${used} % of the card are used`)
    }
    const spines = [...document.querySelectorAll('.studio .spine')].filter((spine) => spine.checkVisibility())
    const past = boxOf(spines[0]).bottom - boxOf(document.querySelector('.studio .jcard')).bottom
    if (document.querySelector('.studio') && (spines.length !== 1 || past > 0)) found.push('not one spine on the card')
    const gap = boxOf(document.querySelector('.stepper + .told')).top - boxOf(document.querySelector('.stepper')).bottom
    if (document.querySelector('.stepper + .told') && gap < 8) found.push('an amount that sticks to its hint')
    const rack = [...document.querySelectorAll('.rack > li')].map((tape) => boxOf(tape).top)
    if (rack.length > 1 && rack.at(-1) !== rack.at(-2)) found.push('a tape alone on its shelf')
    for (const name of document.querySelectorAll('.rack b'))
      if (boxOf(name).height > 80) found.push('a name as a tower')
    const [side, notes] = ['.inside > .side', '.inside > .notes'].map((selector) => document.querySelector(selector))
    if (notes && boxOf(notes).left !== boxOf(side).left) found.push('an empty column under a few tracks')
    if (notes && sizeOf('.inlay .price .terms') < 16) found.push('the price box whispers')
    return found
  })

/**
 * Returns where the page's card lies: its distance from the bar's left, right and lower edges; null
 * without a card.
 */
const placeOfCard = (page: Page) =>
  page.evaluate(() => {
    const [bar, rail, card] = ['.bar', '.rail', 'main .jcard'].map((selector) => document.querySelector(selector))
    if (!bar || !card) return null
    const [frame, box] = [bar.getBoundingClientRect(), card.getBoundingClientRect()]
    const left = (rail ?? card).getBoundingClientRect().left - frame.left
    const isFirst = (card.closest('.room') ?? card).previousElementSibling === null
    return [left, frame.right - box.right, isFirst ? box.top - frame.bottom : 0].map(Math.round)
  })

/** Notes what is said before anything is pressed. */
function hearLoad() {
  const heard: string[] = []
  Reflect.set(globalThis, 'heard', heard)
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target instanceof HTMLElement) heard.push(target.dataset.said ?? '')
  }).observe(document, { subtree: true, attributeFilter: ['data-said'] })
}

const heardAtLoad = async (page: Page) =>
  (await page.evaluate((): string[] => Reflect.get(globalThis, 'heard'))).map((text) => `says “${text}” by itself`)

browserTest(
  'every page is silent when it opens, has its card in one place, and fits 320 px, 200 %, fingers and forced colours',
  async () => {
    const { svc, visits } = await everyPage()
    await using _ = svc
    await using open = await openPage(svc, '/@nova', { viewport: { width: 320, height: 600 } })
    const { page } = open
    await page.addInitScript(hearLoad)
    await page.getByRole('button', { name: 'Play all' }).click()
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).click()
    const outlines = new Map(Object.entries(outlinesOf))
    const odd: string[] = []
    const note = (where: string, faults: readonly string[]) => odd.push(...faults.map((fault) => `${where}: ${fault}`))
    const lookAt: Record<number, (path: string, route: string) => Promise<unknown>> = {
      320: async (path) => note(`${path} at 320`, await misfits(page)),
      640: async (path) => note(`${path} at 640`, await misfits(page)),
      1440: async (path, route) => {
        const outline = outlines.get(route)
        outlines.delete(route)
        if (outline) expect(`\n${await outlineOf(page)}\n`).toContain(outline)
        const place = await placeOfCard(page)
        if (place?.some((distance) => distance !== 0)) odd.push(`${path}: the card lies at ${place}`)
        const old = await oldWordIn(page)
        if (old) odd.push(`${path} says “${old}”`)
        note(`${path} at 1440`, await uneven(page))
      },
    }
    // To lay a page out anew costs as much as to load it: each begins as wide, and in the colours,
    // as the one before ended.
    const widths = [320, 640, 1440]
    let isForced = false
    // Each route once at 200 %, which lies between the two: `bun run soak pages` has each state.
    const magnified = new Set<string>()
    // Strangers first: then each signs in in place of the one before.
    for (const { path, as, route } of visits.toSorted(
      (a, b) => Number(a.as !== undefined) - Number(b.as !== undefined),
    )) {
      if (as) await signIn(page.context(), svc, as)
      const response = await page.goto(svc.url + path)
      expect([path, response?.status()]).toEqual([path, path === '/nothing' ? 404 : 200])
      const lookAtMarks = async () => note(`${path} in forced colours`, await unmarked(page))
      if (isForced) {
        await lookAtMarks()
        await page.emulateMedia({ forcedColors: 'none' })
      }
      for (const width of widths) {
        if (width === 640 && magnified.has(route)) continue
        if (width !== widths[0]) await page.setViewportSize({ width, height: 600 })
        await lookAt[width]?.(path, route)
      }
      // A link from an email that is incomplete tells so itself.
      if (route !== 'verifyRoute') note(path, await heardAtLoad(page))
      magnified.add(route)
      widths.reverse()
      if (!isForced) {
        await page.emulateMedia({ forcedColors: 'active' })
        await lookAtMarks()
      }
      isForced = !isForced
    }
    expect(odd).toEqual([])
  },
  testLimitMs,
)
