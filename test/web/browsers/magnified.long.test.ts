import { expect } from 'bun:test'
import { browserTest, openPage, signIn, useBrowser } from '../../support/browser.ts'
import { testLimitMs } from '../../support/limits.ts'
import { deck, playing } from '../../support/web/deck.ts'
import { everyPage } from '../../support/web/every-page.ts'

useBrowser()

/**
 * Runs in the page: gives the focus to one element after another, and returns those of which
 * nothing is to be seen then, as something else lies over them.
 */
function coveredFocus(): string[] {
  const stops = 'a[href], button, input, select, textarea, summary, audio[controls], video[controls], [tabindex="0"]'
  const isSeenAt = (element: Element, x: number, y: number) => {
    const top = document.elementFromPoint(x, y)
    return top !== null && (element.contains(top) || top.contains(element) || element.closest('label')?.contains(top))
  }
  const covered: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>(stops)) {
    if (!element.checkVisibility()) continue
    element.focus()
    if (document.activeElement !== element || !element.matches(':focus-visible')) continue
    // A field that only screen readers know shows the focus at its label.
    const shown = element.matches('.sr') ? (element.closest('label') ?? element.nextElementSibling ?? element) : element
    const boxes = [...shown.getClientRects()]
    const isSeen = boxes.some(({ left, top, width, height }) =>
      [0.1, 0.5, 0.9].some((part) =>
        [0.1, 0.5, 0.9].some((down) => isSeenAt(shown, left + width * part, top + height * down)),
      ),
    )
    if (!isSeen) covered.push(`${element.tagName} ${element.className} “${element.textContent.trim().slice(0, 40)}”`)
  }
  return covered
}

/**
 * Runs in the page: returns what cuts off its text once that has the spacing of WCAG 1.4.12, and
 * did not before.
 */
function cutBySpacing(): string[] {
  const cut = () => {
    const found = new Set<Element>()
    for (const element of document.querySelectorAll('main *, header *, footer *')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '')
      if (!hasText || !element.checkVisibility() || element.closest('.sr, svg, textarea, select, pre, code')) continue
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const isCut =
          (overflowX === 'hidden' || overflowX === 'clip' ? box.scrollWidth > box.clientWidth + 1 : false) ||
          (overflowY === 'hidden' || overflowY === 'clip' ? box.scrollHeight > box.clientHeight + 1 : false)
        if (isCut) found.add(box)
      }
    }
    return found
  }
  const before = cut()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`)
  document.adoptedStyleSheets.push(sheet)
  const after = [...cut()].filter((box) => !before.has(box))
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  return after.map(
    ({ tagName, className, textContent }) => `${tagName} ${className} “${textContent.trim().slice(0, 40)}” is cut off`,
  )
}

browserTest(
  'at 200 and 400 % nothing that has the focus is hidden under a bar, and wide spacing cuts off no text',
  async () => {
    const { svc, visits } = await everyPage()
    await using _ = svc
    await using open = await openPage(svc, '/@nova')
    const { page } = open
    await playing(page, 'Salt & Rust')
    await deck(page).getByRole('button', { name: 'Pause', exact: true }).click()
    await deck(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
    const routes = new Set<string>()
    const covered: string[] = []
    for (const { path, as, route } of visits.toSorted(
      (a, b) => Number(a.as !== undefined) - Number(b.as !== undefined),
    )) {
      if (routes.has(route)) continue
      routes.add(route)
      if (as) await signIn(page.context(), svc, as)
      await page.goto(svc.url + path)
      // A key that was pressed last lets the browser show the focus.
      await page.keyboard.press('Tab')
      for (const viewport of [
        { width: 640, height: 450 },
        { width: 320, height: 256 },
      ]) {
        await page.setViewportSize(viewport)
        const found = [...(await page.evaluate(coveredFocus)), ...(await page.evaluate(cutBySpacing))]
        covered.push(...found.map((each) => `${path} at ${viewport.width}: ${each}`))
      }
    }
    expect(routes.size).toBeGreaterThan(50)
    expect(covered).toEqual([])
    // Either would be found.
    await page.evaluate(() => {
      const line = Object.assign(document.createElement('p'), { className: 'low', textContent: 'A line' })
      Object.assign(line.style, { blockSize: '1.2em', lineHeight: '1', overflow: 'hidden' })
      const bar = Object.assign(document.createElement('div'), { className: 'bar' })
      Object.assign(bar.style, { position: 'fixed', inset: '0', zIndex: '9' })
      document.querySelector('main')?.append(line, bar)
    })
    expect(await page.evaluate(cutBySpacing)).toEqual(['P low “A line” is cut off'])
    expect(await page.evaluate(coveredFocus)).not.toEqual([])
  },
  testLimitMs,
)
