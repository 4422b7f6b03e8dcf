import type { Page } from 'playwright-core'

/** Waits until the last text that a screen reader is told is this one. */
export const said = (page: Page, text: string) =>
  page
    .locator(`[data-said=${JSON.stringify(text)}]`)
    .last()
    .waitFor({ state: 'attached' })
