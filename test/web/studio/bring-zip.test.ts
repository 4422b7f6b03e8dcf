import { expect } from 'bun:test'
import { join } from 'node:path'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { loudNoise, packed, wav } from '../../support/casset/audio-kinds.ts'
import { tapesOf, tracksOf } from '../../support/casset/import.ts'
import { musicFolder } from '../../support/casset/music-folder.ts'
import { until } from '../../support/casset/upload.ts'
import { png } from '../../support/platform/picture.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { dropFiles } from '../../support/web/drop-files.ts'
import { cast } from '../../support/world.ts'
import { zipOf, zipped } from '../../support/zips.ts'

useBrowser()

const sheet = `TITLE "One File"
FILE "Side.wav" WAVE
TRACK 01 AUDIO
TITLE "Snow"
INDEX 01 00:00:00
TRACK 02 AUDIO
TITLE "Ice"
INDEX 01 00:02:00
`

browserTest(
  'a zip that is dropped becomes tapes with cover, lyrics and cue sheet as its folder does; chosen again, it adds nothing',
  async () => {
    await using svc = await startServer()
    using folder = musicFolder()
    using elsewhere = temporaryFolder()
    const nova = cast(svc.ctx, 'nova')
    const winter = { album: 'Winter', date: '2020-02-01' }
    await folder.putMusic('Winter/b.flac', { ...winter, title: 'Ice', trackNumber: '2' })
    await folder.putMusic('Winter/a.mp3', { ...winter, title: 'Snow', trackNumber: '1' }, { from: 'mp3-no-tag.mp3' })
    await folder.put('Winter/a.lrc', '[00:01.00]White words')
    await folder.put(
      'Winter/cover.png',
      png(40, 40, (x) => [200, x, 90]),
    )
    await folder.put('Winter/inner.zip', zipOf([]))
    await folder.put('__MACOSX/Winter/._b.flac', 'x')
    const sound = loudNoise(16, 4, 1)
    await folder.put('One/Side.wav', wav(sound, packed(sound, true), { bytes: 2 }))
    await folder.put('One/Side.cue', sheet)
    const files = await zipped(folder.path)
    const masters = new Map(files.map(({ name, content }) => [String(name), Buffer.from(content)]))
    const zip = join(elsewhere.path, 'Nova.zip')
    const other = join(elsewhere.path, 'Nova - Summer EP (2019).zip')
    const damaged = { name: 'Winter/c.flac', content: masters.get('Winter/b.flac') ?? '', crc: 1 }
    await Bun.write(zip, zipOf([...files, damaged, { name: '../up.flac', content: 'x' }]))
    await folder.putMusic('Sun.flac', { title: 'Sun' })
    await Bun.write(
      other,
      zipOf([{ name: '01 Sun.flac', content: await Bun.file(join(folder.path, 'Sun.flac')).bytes() }]),
    )
    await using opened = await openPage(svc, '/studio/tapes', { as: nova })
    const { page } = opened
    await islandReady(page, 'studio/tapes/bring/bring')
    await dropFiles(page, zip)
    const plan = page.getByRole('region', { name: 'It becomes 2 cassets' })
    await plan.getByText('One File').first().waitFor()
    expect(await plan.locator('summary').allInnerTexts()).toEqual([
      'One File Album · no date · 2 tracks · no cover',
      'Winter Album · 2020-02-01 · 2 tracks · cover',
      '3 files left out',
    ])
    await plan.getByText('3 files left out').click()
    expect(await plan.locator('details').last().getByRole('listitem').allInnerTexts()).toEqual([
      '../up.flac its name leads out of the zip',
      'Winter/c.flac damaged in the zip: make or download the zip again',
      'Winter/inner.zip a zip: unpack it, or bring it alone',
    ])
    expect(svc.ctx.db.select().from(cassets).all()).toHaveLength(1)
    await plan.getByRole('button', { name: 'Make these 2 cassets' }).click()
    const all = () => svc.ctx.db.select().from(tracks).all()
    await until(
      () => all().filter(({ status }) => status === 'READY').length,
      (count) => count === 4,
    )
    const tapes = () => Object.fromEntries(tapesOf(svc, nova).map((tape) => [tape.name, tape]))
    const on = (name: string) => tracksOf(svc, tapes()[name]?.id ?? '')
    expect(on('One File').map(({ title }) => title)).toEqual(['Snow', 'Ice'])
    expect(on('Winter').map(({ title }) => title)).toEqual(['Snow', 'Ice'])
    expect(tapes().Winter?.coverAssetId).not.toBeNull()
    await until(
      () => on('Winter')[0]?.lyrics,
      (lyrics) => lyrics === '[00:01.00]White words',
    )
    const sent = await Promise.all(on('Winter').map(({ sha256 }) => Bun.file(svc.ctx.blobs.path(sha256)).bytes()))
    expect(sent.map((bytes) => Buffer.from(bytes))).toEqual(
      ['Winter/a.mp3', 'Winter/b.flac'].map((path) => masters.get(path) ?? Buffer.alloc(0)),
    )
    await page.getByText('Leave this page open').waitFor({ state: 'hidden' })

    // Chosen, and with another one: each is an album of its own.
    await page.reload()
    await islandReady(page, 'studio/tapes/bring/bring')
    await page.getByLabel('Choose a zip').setInputFiles([zip, other])
    await page.getByRole('button', { name: 'Make these 3 cassets' }).click()
    await until(
      () => all().filter(({ status }) => status === 'READY').length,
      (count) => count === 5,
    )
    expect(tapes()['Summer EP']).toMatchObject({ kind: 'EP', releasedOn: '2019-01-01' })
    expect(opened.problems).toEqual([])
  },
)

browserTest('a zip that cannot be read is told of in words, and nothing is made', async () => {
  await using svc = await startServer()
  using folder = temporaryFolder()
  await using opened = await openPage(svc, '/studio/tapes', { as: cast(svc.ctx, 'nova') })
  const { page } = opened
  await islandReady(page, 'studio/tapes/bring/bring')
  const song = { name: 'a.mp3', content: 'la' }
  const locked = { ...song, isEncrypted: true }
  for (const [name, content, said] of [
    ['empty.zip', zipOf([]), '“empty.zip” is empty.'],
    ['cut.zip', zipOf([song]).subarray(0, 60), '“cut.zip” is cut off, in several parts or damaged. Make or download'],
    ['album.rar', Buffer.from('Rar!\x1a\x07'), '“album.rar” is no zip. Unpack it, and bring the folder.'],
    ['song.txt', Buffer.from('la'), 'Drop a folder or a zip here.'],
    // Its content decides what it is.
    ['song.mp3', zipOf([locked]), 'locked with a password: unpack the zip, and bring the folder'],
  ] as const) {
    await Bun.write(join(folder.path, name), content)
    await dropFiles(page, join(folder.path, name))
    await page.getByText(said).waitFor()
  }
  await page.getByText('There is no music of yours in it.').waitFor()
  expect(svc.ctx.db.select().from(cassets).all()).toHaveLength(1)
  expect(opened.problems).toEqual([])
})

browserTest(
  'a zip that is dropped on a casset adds its files to it, those of a cue sheet too, and names the rest',
  async () => {
    await using svc = await startServer()
    using folder = musicFolder()
    using elsewhere = temporaryFolder()
    const nova = cast(svc.ctx, 'nova')
    const sound = loudNoise(16, 4, 1)
    await folder.put('CD 2/Side.wav', wav(sound, packed(sound, true), { bytes: 2 }))
    await folder.put('CD 2/Side.cue', sheet)
    await folder.putMusic('CD 1/1.flac', { title: 'First' })
    await folder.put('.DS_Store', 'x')
    await folder.put('notes.txt', 'x')
    const files = await zipped(folder.path)
    const locked = { name: 'CD 1/2.flac', content: 'x', isEncrypted: true }
    const damaged = { name: 'CD 1/3.flac', content: files[1]?.content ?? '', crc: 1 }
    const zip = join(elsewhere.path, 'all.zip')
    await Bun.write(zip, zipOf([...files, locked, damaged]))
    await Bun.write(join(elsewhere.path, 'cut.zip'), zipOf(files).subarray(0, 50))
    await using opened = await openPage(svc, '/studio/tapes/nova', { as: nova })
    const { page } = opened
    await page.locator('.zone input[type=file]').first().waitFor({ state: 'attached' })
    await dropFiles(page, zip, join(elsewhere.path, 'cut.zip'))
    await until(
      () => tracksOf(svc, nova.cassetId).filter(({ status }) => status === 'READY').length,
      (count) => count === 3,
    )
    expect(tracksOf(svc, nova.cassetId).map(({ title }) => title)).toEqual(['First', 'Snow', 'Ice'])
    const rows = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem')
    const refused = async () => (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')).toSorted()
    await until(refused, (all) => all.length === 4)
    expect(await refused()).toEqual([
      '2.flac Not uploaded. locked with a password: unpack the zip, and bring the folder',
      '3.flac Not uploaded. damaged in the zip: make or download the zip again',
      'cut.zip Not uploaded. “cut.zip” is cut off, in several parts or damaged. Make or download the zip again.',
      'notes.txt Not uploaded. This file was not recognised as audio. Upload WAV, AIFF, FLAC, MP3, M4A/AAC, Ogg Vorbis or Opus.',
    ])
    expect(opened.problems).toEqual([])
  },
)
