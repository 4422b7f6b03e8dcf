import type { Page } from 'playwright-core'

/** Notes what a page says: the next text takes the place of one that nobody has looked at. */
export function noteSaid() {
  const heard: string[] = []
  Reflect.set(globalThis, 'saidTexts', heard)
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target instanceof HTMLElement) heard.push(target.dataset.said ?? '')
  }).observe(document, { subtree: true, attributeFilter: ['data-said'] })
}

/** Waits until a page has said a text to screen readers since it was loaded. */
export const said = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction((wanted) => {
    const heard: unknown = Reflect.get(globalThis, 'saidTexts')
    const shown = [...document.querySelectorAll('[data-said]')].map((each) => each.getAttribute('data-said'))
    return shown.includes(wanted) || (Array.isArray(heard) && heard.includes(wanted))
  }, text)
}
