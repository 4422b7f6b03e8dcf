import type { Page } from 'playwright-core'
import { islandReady } from '../browser.ts'

/** The ways from page to page, and what a browser lacks that takes it (rule: music-goes-on). */
export const ways = [
  ['by the Navigation API', []],
  ['by the history', ['navigation']],
] as const

/** Follows a link to `path` that the page did not have. */
export const follow = (page: Page, path: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)

/** Plays a hook. The answer tells whether the document is still the same, and the sound stopped. */
export async function playing(page: Page): Promise<() => Promise<(string | null)[]>> {
  await islandReady(page, 'tracks')
  await page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      this.addEventListener('pause', () => document.documentElement.setAttribute('data-stopped', 'yes'))
      return play.call(this)
    }
    document.documentElement.setAttribute('data-same', 'yes')
  })
  await page.getByRole('button', { name: 'Play Dawn', exact: true }).click()
  await page.getByRole('button', { name: 'Pause Dawn', exact: true }).waitFor()
  const root = page.locator('html')
  return () => Promise.all(['data-same', 'data-stopped'].map((name) => root.getAttribute(name)))
}

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
