import { expect } from 'bun:test'
import { browserTest, openPage, signIn, useBrowser } from '../../support/browser.ts'
import { testLimitMs } from '../../support/limits.ts'
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

browserTest(
  'nothing that has the focus is hidden under the player or another bar, at 200 and 400 %',
  async () => {
    const { svc, visits } = await everyPage()
    await using _ = svc
    await using open = await openPage(svc, '/@nova')
    const { page } = open
    await page.getByRole('button', { name: 'Play all' }).click()
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).click()
    const routes = new Set<string>()
    const covered: string[] = []
    for (const { path, as, route } of visits.toSorted(
      (a, b) => Number(a.as !== undefined) - Number(b.as !== undefined),
    )) {
      if (routes.has(route)) continue
      routes.add(route)
      if (as) await signIn(page.context(), svc, as)
      await page.goto(svc.url + path)
      // A key that was pressed last lets the browser show the focus, and music that waited goes on.
      await page.keyboard.press('Tab')
      await page.locator('#toast:empty').waitFor({ state: 'attached' })
      for (const viewport of [
        { width: 640, height: 450 },
        { width: 320, height: 256 },
      ]) {
        await page.setViewportSize(viewport)
        covered.push(...(await page.evaluate(coveredFocus)).map((each) => `${path} at ${viewport.width}: ${each}`))
      }
    }
    expect(routes.size).toBeGreaterThan(50)
    expect(covered).toEqual([])
  },
  testLimitMs,
)
