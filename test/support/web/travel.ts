import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { islandReady, openPage } from '../browser.ts'
import { addPlayableTrack } from '../casset/playable.ts'
import { startServer } from '../server.ts'
import { cast } from '../world.ts'

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

/** `jump`: the place that a jump from the first page leads to; `steps`: quick ones from there. */
type Journey = { pages: number; jump: number; steps: number }

/** Plays a hook and goes through pages, Back and Forward: each is where it was left. */
export async function travel(lacks: readonly string[], { pages, jump, steps }: Journey): Promise<void> {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook: { seconds: 60 } })
  const names = Array.from({ length: pages }, (_, place) => `world${place}`)
  for (const name of names) cast(svc.ctx, name, { bio: 'A long story. '.repeat(200) })
  await using open = await openPage(svc, '/@nova', { lacks, viewport: { width: 390, height: 500 } })
  const { page, problems } = open
  const stops = await playing(page)
  const titled = (place: number) => heading(page, `World${place}`)
  const scrolled = () => page.evaluate(() => scrollY)
  for (const [place, name] of names.entries()) {
    await follow(page, `/@${name}`)
    await titled(place)
    expect(await scrolled()).toBe(0)
    await page.evaluate((top) => scrollTo(0, top), 100 + place)
  }
  for (const place of [...names.keys()].reverse().slice(1)) {
    await page.evaluate(() => history.back())
    await titled(place)
    expect(await scrolled()).toBe(100 + place)
  }
  await page.evaluate((by) => history.go(by), jump)
  await titled(jump)
  // Faster than pages come.
  const last = await page.evaluate(
    async ([from, most]) => {
      let place = from
      for (let step = 0; step < most; step += 1) {
        const by = step % 3 === 2 ? -1 : 1
        history.go(by)
        place += by
        await new Promise((moved) => addEventListener('popstate', moved, { once: true }))
      }
      return place
    },
    [jump, steps] as const,
  )
  await titled(last)
  expect(new URL(page.url()).pathname).toBe(`/@world${last}`)
  expect(await scrolled()).toBe(100 + last)
  expect(await stops()).toEqual(['yes', null])
  await page.evaluate((by) => history.go(by), -1 - last)
  await heading(page, 'Nova')
  await page.getByRole('button', { name: 'Pause Dawn', exact: true }).waitFor()
  expect(problems).toEqual([])
}
