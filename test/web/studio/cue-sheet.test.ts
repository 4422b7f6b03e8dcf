import { expect } from 'bun:test'
import { join } from 'node:path'
import { tracks } from '../../../db/schema/casset/track.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { loudNoise, packed, wav } from '../../support/casset/audio-kinds.ts'
import { tapesOf, tracksOf } from '../../support/casset/import.ts'
import { musicFolder } from '../../support/casset/music-folder.ts'
import { until } from '../../support/casset/upload.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

useBrowser()

const sheet = (album: string) => `PERFORMER "Nova"
TITLE "${album}"
FILE "Side.wav" WAVE
TRACK 01 AUDIO
TITLE "Snow"
INDEX 01 00:00:00
TRACK 02 AUDIO
TITLE "Ice"
PERFORMER "Ada"
INDEX 01 00:02:00
`

browserTest(
  'a folder with one file and its cue sheet is shown and brought as its tracks, once; both dropped on a casset too',
  async () => {
    await using svc = await startServer()
    using folder = musicFolder()
    const nova = cast(svc.ctx, 'nova')
    const sound = loudNoise(16, 4, 1)
    await folder.put('Side.wav', wav(sound, packed(sound, true), { bytes: 2 }))
    await folder.put('Side.cue', sheet('Winter'))
    await folder.put('Other.cue', sheet('Winter').replace('00:02:00', '00:20:00'))
    await using opened = await openPage(svc, '/studio/tapes', { as: nova })
    const { page } = opened
    await islandReady(page, 'studio/tapes/bring/bring')
    const choose = () => page.locator('.bring input[type=file]').first().setInputFiles(folder.path)
    await choose()
    await page.locator('.bring-plan summary').first().click()
    const plan = page.locator('.bring-plan')
    expect(await plan.locator('summary').allInnerTexts()).toEqual([
      'Winter Album · no date · 2 tracks · no cover',
      '1 file left out',
    ])
    expect(await plan.locator('ol li').allInnerTexts()).toEqual([
      'Snow Side.wav from 00:00:00',
      'Ice Side.wav from 00:02:00',
    ])
    await plan.getByText('1 file left out').click()
    await plan.getByText('a cue sheet with tracks after the end of its file').waitFor()
    await plan.getByRole('button', { name: 'Make this casset' }).click()
    const all = () => svc.ctx.db.select().from(tracks).all()
    await until(
      () => all().filter(({ status }) => status === 'READY').length,
      (count) => count === 2,
    )
    const made = tapesOf(svc, nova)[1]
    expect(tracksOf(svc, made?.id ?? '')).toMatchObject([
      { title: 'Snow', durationSec: 2, byNames: null },
      { title: 'Ice', durationSec: 2, byNames: [{ role: 'main', name: 'Ada' }] },
    ])
    await page.reload()
    await islandReady(page, 'studio/tapes/bring/bring')
    await choose()
    await plan.getByRole('button', { name: 'Make this casset' }).click()
    await page.getByRole('link', { name: 'Winter' }).nth(1).waitFor()
    expect(all()).toHaveLength(2)

    await page.goto(`${svc.url}/studio/tapes/nova`)
    const input = page.locator('.zone input[type=file]').first()
    await input.waitFor({ state: 'attached' })
    await input.setInputFiles(['Side.wav', 'Side.cue'].map((name) => join(folder.path, name)))
    await until(
      () => tracksOf(svc, nova.cassetId).filter(({ status }) => status === 'READY').length,
      (count) => count === 2,
    )
    expect(tracksOf(svc, nova.cassetId).map(({ title }) => title)).toEqual(['Snow', 'Ice'])
    expect(opened.problems).toEqual([])
  },
)
