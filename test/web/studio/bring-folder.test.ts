import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { mostTapes } from '../../../src/lib/music/tape.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { musicFolder } from '../../support/casset/music-folder.ts'
import { addTape } from '../../support/casset/tape.ts'
import { until } from '../../support/casset/upload.ts'
import { png } from '../../support/platform/picture.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

useBrowser()

browserTest('a folder of albums becomes tapes, after a table of what becomes what; again it adds nothing', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  const nova = cast(svc.ctx, 'nova')
  const winter = { album: 'Winter', artist: 'Nova', date: '2020-02-01' }
  await folder.putMusic('Winter/b.flac', { ...winter, title: 'Ice', trackNumber: '2' })
  await folder.putMusic('Winter/a.flac', { ...winter, title: 'Snow', trackNumber: '1' })
  await folder.put('Winter/a.lrc', '[00:01.00]White words')
  await folder.put(
    'Winter/cover.png',
    png(40, 40, (x) => [200, x, 90]),
  )
  await folder.putMusic('Hers/x.mp3', { artist: 'Ada', title: 'Hers' }, { from: 'mp3-no-tag.mp3' })
  await folder.put('Summer EP/release.eno', 'title: Summer EP\npermalink: hot\n')
  await folder.putMusic('Summer EP/01 Sun.mp3', {}, { from: 'mp3-cbr.mp3' })
  await folder.put('Summer EP/.DS_Store', 'x')
  mkdirSync(join(folder.path, 'empty'))
  await using opened = await openPage(svc, '/studio/tapes', { as: nova })
  const { page } = opened
  await islandReady(page, 'studio/tapes/bring/bring')
  const choose = () => page.getByLabel('Choose a folder').setInputFiles(folder.path)
  await choose()
  const plan = page.getByRole('region', { name: 'It becomes 2 cassets' })
  await plan.getByText('Summer EP').first().waitFor()
  expect(await plan.locator('summary').allInnerTexts()).toEqual([
    'Summer EP EP · no date · 1 track · no cover',
    'Winter Album · 2020-02-01 · 2 tracks · cover',
    '1 file left out',
  ])
  await plan.getByRole('button', { name: 'Take what is by “Ada” too' }).click()
  await page.getByRole('region', { name: 'It becomes 3 cassets' }).waitFor()
  // Chosen again, only the artist's own names count.
  await choose()
  expect(svc.ctx.db.select().from(cassets).all()).toHaveLength(1)
  await plan.getByRole('button', { name: 'Make these 2 cassets' }).click()
  const tapes = () => svc.ctx.db.select().from(cassets).orderBy(asc(cassets.id)).all().slice(1)
  const titles = (id = '') =>
    svc.ctx.db.select().from(tracks).where(eq(tracks.cassetId, id)).orderBy(asc(tracks.position)).all()
  await until(
    () => tapes().flatMap(({ id }) => titles(id)).length,
    (count) => count === 3,
  )
  await svc.ctx.jobs.idle()
  const [summer, second] = tapes()
  expect(summer).toMatchObject({ name: 'Summer EP', word: 'hot', kind: 'EP', published: false, coverAssetId: null })
  expect(second).toMatchObject({ name: 'Winter', word: 'winter', releasedOn: '2020-02-01', published: false })
  expect(second?.coverAssetId).not.toBeNull()
  expect(titles(second?.id).map(({ title }) => title)).toEqual(['Snow', 'Ice'])
  await until(
    () => titles(second?.id)[0]?.lyrics,
    (lyrics) => lyrics === '[00:01.00]White words',
  )
  // Nothing is under way any more: the page need not stay open.
  await page.getByText('Leave this page open').waitFor({ state: 'hidden' })
  await page.getByText('Nobody sees a new casset until you publish it.').waitFor()
  // The shelf above has them too.
  await page.locator('.sleeves').getByText('Winter').waitFor()
  expect(await page.locator('.sleeves b').allInnerTexts()).toEqual(['Nova', 'Winter', 'Summer EP'])
  await page.reload()
  await islandReady(page, 'studio/tapes/bring/bring')
  await choose()
  await page.getByRole('button', { name: 'Make these 2 cassets' }).click()
  await page.getByRole('link', { name: 'Winter' }).nth(1).waitFor()
  expect(tapes()).toHaveLength(2)
  expect(tapes().flatMap(({ id }) => titles(id))).toHaveLength(3)

  for (let tape = 4; tape < mostTapes; tape += 1) addTape(svc, nova, `tape-${tape}`)
  for (const album of ['More', 'Still more']) await folder.putMusic(`${album}/x.flac`, { album, title: album })
  await choose()
  await page.getByRole('heading', { name: 'It becomes 3 cassets' }).waitFor()
  await page.getByText('2 files left out').click()
  await page.getByText('An artist has at most 100 cassets.').waitFor()
  expect(opened.problems).toEqual([])
})
