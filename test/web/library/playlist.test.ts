import { expect } from 'bun:test'
import { playlistTracks } from '../../../db/schema/casset/playlist.ts'
import { breaches, browserTest, islandReady, openPage, slowSound, useBrowser } from '../../support/browser.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { makeList } from '../../support/casset/playlist.ts'
import { startServer } from '../../support/server.ts'
import { addReadyTrack, cast } from '../../support/world.ts'

useBrowser()

browserTest('a playlist is made on a tape’s page, ordered by keyboard, and played past what is gone', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', publishedAt: svc.ctx.now() })
  const ada = cast(svc.ctx, 'ada', { published: false })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Kettle', { position: 2 })
  const away = await addReadyTrack(svc.ctx, nova.cassetId, 'Away', { position: 3 })
  await using open = await openPage(svc, '/@nova', { as: ada })
  const { page, problems } = open
  await slowSound(page)
  await page.getByRole('button', { name: 'Add to a playlist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a playlist' })
  await dialog.getByLabel('Name of the new playlist').fill('Evening')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Added 3 tracks to your playlist.').waitFor()
  svc.ctx.db.$client.run('UPDATE tracks SET active = 0, inactive_at = 1 WHERE id = ?', [away.id])
  await page.goto(`${svc.url}/library/playlists`)
  await page.getByRole('link', { name: 'Evening' }).click()
  await islandReady(page, 'library/playlist')
  await page.getByText('This track can no longer be heard. It is skipped.').waitFor()
  const up = page.getByRole('button', { name: 'Move Kettle up' })
  await up.focus()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.keyboard.press('Enter')
  expect((await saved).status()).toBe(204)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move Kettle down')
  await page.getByRole('button', { name: 'Move This track can no longer be heard up' }).click()
  await page.getByRole('button', { name: 'Play all' }).click()
  const deck = page.getByRole('region', { name: 'Player' })
  await deck.getByText('Kettle', { exact: true }).waitFor()
  await deck.getByRole('button', { name: 'Next' }).click()
  await deck.getByText('Dawn', { exact: true }).waitFor()
  expect(await breaches(page)).toEqual([])
  expect(problems).toEqual([])
  expect(svc.ctx.db.select().from(playlistTracks).all().length).toBe(3)
  // The key that takes a removed track back has the focus; what cannot come back is asked first.
  const off = (title: string) => `Remove ${title} from the playlist`
  const gone = 'This track can no longer be heard'
  for (const title of ['Kettle', 'Dawn']) {
    await page.getByRole('button', { name: off(title) }).click()
    await page.getByText(`${title} is removed from the playlist.`).first().waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent === 'Undo')
  }
  await page.getByRole('button', { name: off(gone) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await page.waitForFunction(() => document.activeElement?.id === 'playlist-name')
})

browserTest('what is taken off a playlist, and the list itself, comes back by the keyboard', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', publishedAt: svc.ctx.now() })
  const ada = cast(svc.ctx, 'ada', { published: false })
  const dawn = await addPlayableTrack(svc.ctx, nova.cassetId, 'Dawn')
  const kettle = await addPlayableTrack(svc.ctx, nova.cassetId, 'Kettle', { position: 2 })
  const id = await makeList(svc, ada, 'Evening', [dawn.id, kettle.id])
  await using open = await openPage(svc, `/library/playlists/${id}`, { as: ada })
  const { page, problems } = open
  await islandReady(page, 'library/playlist')
  const undo = page.locator('#toast').getByRole('button', { name: 'Undo' })
  const titles = () => page.locator('.playlist-track .title b').allTextContents()
  await page.getByRole('button', { name: 'Remove Dawn from the playlist' }).click()
  await page.getByText('Dawn is removed from the playlist.').first().waitFor()
  expect(svc.ctx.db.select().from(playlistTracks).all().length).toBe(1)
  expect(await breaches(page)).toEqual([])
  expect(await undo.evaluate((key) => key === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('Taken back.').waitFor()
  expect(await titles()).toEqual(['Dawn', 'Kettle'])
  await page.getByRole('button', { name: 'Delete this playlist' }).click()
  await page.getByText('This playlist is deleted.').waitFor()
  expect((await svc.call('GET', `/api/playlists/${id}`, { cookie: ada.cookie })).status).toBe(404)
  await undo.click()
  await page.getByRole('button', { name: 'Remove Kettle from the playlist' }).waitFor()
  await page.reload()
  await islandReady(page, 'library/playlist')
  expect(await titles()).toEqual(['Dawn', 'Kettle'])
  expect(problems).toEqual([])
})
