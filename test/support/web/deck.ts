import type { Page } from 'playwright-core'
import { islandReady } from '../browser.ts'
import { addPlayableTrack } from '../casset/playable.ts'
import { startServer } from '../server.ts'
import { cast } from '../world.ts'

/** A server with two worlds that can be heard. */
export async function shop() {
  const svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', publishedAt: svc.ctx.now() })
  const tide = cast(svc.ctx, 'tide', { name: 'Azimuth', publishedAt: svc.ctx.now() - 1000 })
  // Longer than what a slow machine needs for a test.
  const hook = { seconds: 20 }
  const dawn = await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn', { hook, lyrics: 'la la la' })
  const kettle = await addPlayableTrack(svc.ctx, nova.cassetId, 'Kettle', { hook, position: 2 })
  await addPlayableTrack(svc.ctx, tide.cassetId, 'Ebb', { hook })
  return { svc, nova, tide, dawn, kettle }
}

export const deck = (page: Page) => page.getByRole('region', { name: 'Player' })
export const seek = (page: Page) => deck(page).getByRole('slider', { name: 'Seek' })
export const heard = async (page: Page) => Number(await seek(page).inputValue())

/** Waits until the tape has run past a second, and after a seek back is not where it was before. */
export const ranPast = (page: Page, second: number, before = Number.MAX_VALUE) =>
  page.waitForFunction(
    ({ second, before }) => {
      const bar = document.querySelector('.deck .seek')
      return bar instanceof HTMLInputElement && bar.valueAsNumber > second && bar.valueAsNumber < before
    },
    { second, before },
  )

export async function playing(page: Page, title: string) {
  await islandReady(page, 'tracks')
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click()
  await ranPast(page, 0.3)
}
