import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { tracks } from '../../../db/schema/casset/track.ts'
import { browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { startServer } from '../../support/server.ts'
import { deck, playing, ranPast, seek } from '../../support/web/deck.ts'
import { cast } from '../../support/world.ts'

useBrowser()

/** A tape of whole tracks, which their artist hears. */
async function tape(titles: readonly string[], seconds: number) {
  const svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const made: (typeof tracks.$inferSelect)[] = []
  for (const [index, title] of titles.entries()) {
    const values = { position: index + 1, master: { seconds, hertz: 200 + index } }
    made.push(await addPlayableTrack(svc.ctx, nova.cassetId, title, values))
  }
  const open = await openPage(svc, '/@nova', { as: nova })
  await open.page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype
    const heard = new Set<HTMLMediaElement>()
    HTMLMediaElement.prototype.play = function () {
      heard.add(this)
      return play.call(this)
    }
    Object.assign(globalThis, { elementsHeard: () => heard.size })
  })
  return { svc, made, ...open }
}

const plays = (page: Page, title: string) => page.getByRole('button', { name: `Pause ${title}`, exact: true }).waitFor()
const elementsHeard = (page: Page) => page.evaluate<number>('elementsHeard()')

browserTest('tracks follow in one element; of a queue changed before the seam what is left follows', async () => {
  const { svc, page, problems, ...open } = await tape(['One', 'Two', 'Three'], 6)
  await using _ = svc
  await using __ = open
  await playing(page, 'One')
  await deck(page).getByRole('button', { name: 'Queue', exact: true }).click()
  await seek(page).fill('4.4')
  await ranPast(page, 4.5)
  await deck(page).getByRole('button', { name: 'Remove Two from the queue' }).click()
  await plays(page, 'Three')
  await ranPast(page, 0.3, 4)
  await seek(page).fill('5.7')
  await page.getByRole('button', { name: 'Play Three', exact: true }).waitFor()
  expect(await elementsHeard(page)).toBe(1)
  await page.getByRole('button', { name: 'Play Three', exact: true }).click()
  await ranPast(page, 0.3, 4)
  expect(await elementsHeard(page)).toBe(1)
  expect(problems).toEqual([])
})

browserTest('nothing follows once the rest of the queue is gone, and the deck stands still', async () => {
  const { svc, page, ...open } = await tape(['One', 'Two'], 6)
  await using _ = svc
  await using __ = open
  await playing(page, 'One')
  await deck(page).getByRole('button', { name: 'Queue', exact: true }).click()
  await seek(page).fill('4.4')
  await ranPast(page, 4.5)
  await deck(page).getByRole('button', { name: 'Remove Two from the queue' }).click()
  await page.getByRole('button', { name: 'Play One', exact: true }).waitFor()
  expect(await deck(page).getByText('One', { exact: true }).count()).toBeGreaterThan(0)
})

browserTest('a connection that is gone at the seam is said, and the next track plays once it is back', async () => {
  const { svc, page, ...open } = await tape(['One', 'Two'], 20)
  await using _ = svc
  await using __ = open
  await page.waitForLoadState('networkidle')
  await playing(page, 'One')
  await page.context().setOffline(true)
  await seek(page).fill('19.2')
  await deck(page).getByText('You are offline.', { exact: true }).waitFor()
  await page.context().setOffline(false)
  await plays(page, 'Two')
  await ranPast(page, 0.3)
})

browserTest('a track that is replaced while it plays goes on as what it is now', async () => {
  const { svc, made, page, ...open } = await tape(['One', 'Two'], 60)
  await using _ = svc
  await using __ = open
  await playing(page, 'One')
  const [one, two] = made
  const { sha256 = '', bytes = 0 } = two ?? {}
  svc.ctx.db
    .update(tracks)
    .set({ sha256, bytes })
    .where(eq(tracks.id, one?.id ?? ''))
    .run()
  await seek(page).fill('50')
  await ranPast(page, 50.3)
  await plays(page, 'One')
})

browserTest('a browser that refuses the second element plays on in the first, which a press unlocked', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  for (const title of ['One', 'Two']) await addPlayableTrack(svc.ctx, nova.cassetId, title, { hook: { seconds: 3 } })
  await using open = await openPage(svc, '/@nova')
  const { page } = open
  await page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype
    let first: HTMLMediaElement | undefined
    HTMLMediaElement.prototype.play = async function () {
      first ??= this
      if (this !== first) throw new DOMException('no press', 'NotAllowedError')
      return play.call(this)
    }
  })
  await playing(page, 'One')
  await plays(page, 'Two')
  await ranPast(page, 0.3, 2.5)
  expect(await page.getByText('Press anywhere and the music goes on.').count()).toBe(0)
})
