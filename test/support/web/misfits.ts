import type { Page } from 'playwright-core'

/** Returns what of a page is wider than its window, cut off, or too small for a finger. */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const tooWide = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []
    const rail = document.querySelector('.rail')?.getBoundingClientRect().height ?? 0
    const wraps = rail > 60 ? ['the tabs of the studio take several lines'] : []
    const targets = 'a, button, summary, select, input:not([type=file], .sr), textarea, [role=slider]'
    const small = [...document.querySelectorAll(targets)].filter((element) => {
      // A link inside a sentence is as high as its line (WCAG 2.5.8); a box next to its words is
      // pressed by them.
      const isInSentence = element.matches('p a, li a') && getComputedStyle(element).display === 'inline'
      const box = element.closest('label') ?? element
      return isShown(element) && !isInSentence && !element.matches('.skip') && box.getBoundingClientRect().height < 43.5
    })
    const cut = [...document.querySelectorAll('h1, h2, h3, button, .key, label, legend, td, th')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return isShown(element) && width > 1 && !element.matches('.sr, .sr *') && (left < -1 || right > clientWidth + 1)
    })
    const named = (word: string, found: Element[]) =>
      found.map((element) => `${word}: ${element.tagName} ${(element.ariaLabel ?? element.textContent).slice(0, 30)}`)
    return [...tooWide, ...wraps, ...named('small', small), ...named('cut off', cut)]
  })
