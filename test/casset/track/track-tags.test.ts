import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { asc } from 'drizzle-orm'
import { TagLib } from 'taglib-wasm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { textOfTags } from '../../../public/islands/studio/track/file-facts.tsx'
import { coverIn } from '../../../src/casset/audio/ingest/master/read-tags.ts'
import { openTagger } from '../../../src/casset/download/file/tag-file.ts'
import { saidOfAll } from '../../../src/casset/track/upload/said-of-all.ts'
import { titleFromName } from '../../../src/casset/track/upload/upload-fields.ts'
import { areNumbered } from '../../../src/lib/album/names.ts'
import { rowsOf } from '../../support/account/account.ts'
import { fixture, uploadTrack } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { blackPng, png } from '../../support/platform/picture.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'
import { addReadyTrack, cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

test('a name loses its number where the whole drop is numbered, or where it can be nothing else', () => {
  const titles = {
    '99 Luftballons.mp3': '99 Luftballons',
    '7 Rings.flac': '7 Rings',
    '24-7.wav': '24-7',
    '3 AM.mp3': '3 AM',
    '50 Ways to Leave Your Lover.m4a': '50 Ways to Leave Your Lover',
    '10.000 Hours.mp3': '10.000 Hours',
    '007 Theme.mp3': '007 Theme',
    '01 Intro.wav': 'Intro',
    '1-01 Intro.m4a': 'Intro',
    'Album/02 - Second_Song.aif': 'Second Song',
    '04.wav': '04',
  }
  for (const [name, title] of Object.entries(titles)) expect([name, titleFromName(name, false)]).toEqual([name, title])
  const numbered = {
    '1 Intro.wav': 'Intro',
    '10. Ten.wav': 'Ten',
    '2-12 Late.wav': 'Late',
    '12 99 Luftballons.mp3': '99 Luftballons',
  }
  for (const [name, title] of Object.entries(numbered)) expect([name, titleFromName(name, true)]).toEqual([name, title])
  expect(areNumbered(['1 One.wav', '2 Two.wav', '3 Three.wav', 'cover.jpg'])).toBe(true)
  expect(areNumbered(['1-01 A.m4a', '1-02 B.m4a', '2-01 C.m4a'])).toBe(true)
  expect(areNumbered(['99 Luftballons.mp3', '7 Rings.mp3'])).toBe(false)
  expect(areNumbered(['1 One.wav', 'Two.wav'])).toBe(false)
  expect(areNumbered(['1 One.wav'])).toBe(false)
})

test('titles come from the files; codes, lyrics, order, album and cover are offered, and taken for all at once', async () => {
  await using svc = await startServer()
  using folder = temporaryFolder()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  const ada = cast(svc.ctx, 'ada')
  const tagger = await openTagger()
  const cover = await new Bun.Image(png(90, 60, (x) => [x * 2, 40, 160])).jpeg().bytes()
  const shared = {
    ...{ artist: 'Nova', albumArtist: 'Nova', album: 'B Sides <b>', tracks: 3 },
    ...{ day: null, year: 1983, mbid: null, url: 'https://example.org/@nova' },
  }
  const files = [
    { file: 'mp3-cbr.mp3', track: 2, title: '99 Luftballons', isrc: 'DEA458300118', lyrics: 'Hast du\nEtwas Zeit' },
    { file: 'flac-16.flac', track: 3, title: '<script>alert(1)</script>', isrc: 'no code at all', lyrics: null },
    { file: 'aiff-16.aiff', track: 1, title: 'Intro', isrc: null, lyrics: null },
  ]
  for (const { file, ...tags } of files) {
    const path = `${folder.path}/${file}`
    const own = file === 'flac-16.flac' ? null : cover
    await tagger.copy(inTree('test/fixtures', file), path, { ...shared, ...tags }, { cover: own })
    const titled = file === 'flac-16.flac' ? [{ name: 'title', value: 'Mine' }] : []
    expect((await uploadTrack(svc, nova, await Bun.file(path).bytes(), file, titled)).status).toBe(201)
  }
  await svc.ctx.jobs.idle()
  const kept = () =>
    svc.ctx.db
      .select({ title: tracks.title, isrc: tracks.isrc, lyrics: tracks.lyrics })
      .from(tracks)
      .orderBy(asc(tracks.position))
      .all()
  const bare = { isrc: null, lyrics: null }
  expect(kept()).toEqual([
    { title: '99 Luftballons', ...bare },
    { title: 'Mine', ...bare },
    { title: 'Intro', ...bare },
  ])
  const path = `/api/studio/casset/${nova.cassetId}/file-tags`
  const asked = await svc.call('GET', path, { cookie: nova.cookie })
  expect([asked.status, asked.json]).toEqual([
    200,
    { isrcs: 1, lyrics: 1, credits: 0, by: 0, order: true, name: 'B Sides <b>', styles: [], cover: true },
  ])
  expect((await svc.call('GET', path, { cookie: ada.cookie })).status).toBe(403)
  expect((await svc.call('POST', path, { cookie: nova.cookie, headers: { 'if-match': '"old"' } })).status).toBe(409)
  expect((await svc.call('POST', path, { cookie: nova.cookie })).status).toBe(204)
  expect(kept()).toEqual([
    { title: 'Intro', ...bare },
    { title: '99 Luftballons', isrc: 'DEA458300118', lyrics: 'Hast du\nEtwas Zeit' },
    { title: 'Mine', ...bare },
  ])
  const media = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
  expect(media.json).toMatchObject({ casset: { name: 'B Sides <b>' }, cover: { variants: [{ width: 90 }] } })
  const said = { artist: 'Nova', album: 'B Sides <b>', year: 1983, lyrics: false, cover: true }
  expect(media.json).toMatchObject({
    tracks: [
      { file: { tags: { ...said, title: 'Intro', track: 1 } } },
      { file: { tags: { ...said, title: '99 Luftballons', track: 2, isrc: 'DEA458300118', lyrics: true } } },
      { file: { tags: { ...said, title: '<script>alert(1)</script>', track: 3, cover: false } } },
    ],
  })
  const [asset] = rowsOf(svc, 'assets')
  expect(asset).toMatchObject({ name: 'Cover from your files', content_type: 'image/jpeg', bytes: cover.length })
  expect(readdirSync(svc.ctx.blobs.scratch('.'))).toEqual([])
  const again = await svc.call('GET', path, { cookie: nova.cookie })
  expect(again.json).toEqual({
    isrcs: 0,
    lyrics: 0,
    credits: 0,
    by: 0,
    order: false,
    name: null,
    styles: [],
    cover: false,
  })
})

test('a cover that is no picture, or a bomb of one, is offered once and then forgotten; the rest is taken', async () => {
  await using svc = await startServer()
  using folder = temporaryFolder()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null, name: 'Mine' })
  const path = `${folder.path}/x.mp3`
  const offered = `/api/studio/casset/${nova.cassetId}/file-tags`
  const taglib = await TagLib.initialize()
  for (const [at, cover] of [Buffer.from('<svg onload=alert(1)>'), blackPng(20_000, 20_000)].entries()) {
    await Bun.write(path, await fixture('mp3-no-tag.mp3'))
    using file = await taglib.open(await Bun.file(path).bytes())
    file.setProperties({
      title: [`Song ${at}`],
      isrc: [`DEA45830011${at}`],
      date: ['1983-02-01'],
      bpm: ['193'],
      genre: ['Dub; Tape loops', 'x'],
    })
    file.setPictures([{ mimeType: 'image/png', data: cover, type: 'FrontCover' }])
    file.save()
    expect((await uploadTrack(svc, nova, file.getFileBuffer(), 'x.mp3')).status).toBe(201)
    await svc.ctx.jobs.idle()
    const tags = { title: `Song ${at}`, year: 1983, date: '1983-02-01', bpm: 193, cover: true }
    const media = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
    expect(media.json).toMatchObject({
      tracks: Array(at + 1)
        .fill({})
        .with(at, { file: { tags } }),
    })
    // Genres are offered as styles until there are some.
    const styles = at === 0 ? ['Dub', 'Tape loops'] : []
    const { json } = await svc.call('GET', offered, { cookie: nova.cookie })
    expect(json).toMatchObject({ isrcs: 1, styles, cover: true })
    expect((await svc.call('POST', offered, { cookie: nova.cookie })).status).toBe(204)
    const left = { isrcs: 0, lyrics: 0, credits: 0, by: 0, order: false, name: null, styles: [], cover: false }
    expect((await svc.call('GET', offered, { cookie: nova.cookie })).json).toEqual(left)
  }
  expect([rowsOf(svc, 'assets'), readdirSync(svc.ctx.blobs.scratch('.'))]).toEqual([[], []])
  const { json } = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
  expect(Object(json).casset.styles).toEqual(['Dub', 'Tape loops'])
})

test('two discs are put in order disc by disc, and a casset that was published keeps its name', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'Known' })
  for (const [at, [disc, track]] of (
    [
      [1, 1],
      [2, 1],
      [1, 2],
      [2, 2],
    ] as const
  ).entries()) {
    const fileTags = { album: 'Unknown', disc, track }
    await addReadyTrack(svc.ctx, nova.cassetId, `${disc}.${track}`, { position: at + 1, fileTags })
  }
  const path = `/api/studio/casset/${nova.cassetId}/file-tags`
  expect((await svc.call('GET', path, { cookie: nova.cookie })).json).toMatchObject({ order: true, name: null })
  expect((await svc.call('POST', path, { cookie: nova.cookie })).status).toBe(204)
  const { json } = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
  const { casset, tracks: listed } = Object(json)
  expect([casset.name, listed.map(({ title }: { title: string }) => title)]).toEqual([
    'Known',
    ['1.1', '1.2', '2.1', '2.2'],
  ])
})

test('of several pictures in a file the front cover is offered', async () => {
  const taglib = await TagLib.initialize()
  using file = await taglib.open(await fixture('mp3-no-tag.mp3'))
  const [back, front] = [png(2, 2, () => [1, 2, 3]), png(3, 3, () => [4, 5, 6])]
  const picture = (type: 'BackCover' | 'FrontCover', data: Uint8Array) => ({ mimeType: 'image/png', data, type })
  file.setPictures([picture('BackCover', back), picture('FrontCover', front)])
  expect(coverIn(file)?.length).toBe(front.length)
  file.setPictures([picture('BackCover', back)])
  expect(coverIn(file)?.length).toBe(back.length)
})

test('a new release begins with what all files say alike', () => {
  const tags = { lyrics: false, cover: false, album: 'B Sides', year: 1983, date: '1983-02-01' }
  expect(saidOfAll([tags, { ...tags, bpm: 90 }])).toEqual({ album: 'B Sides', date: '1983-02-01', year: 1983 })
  expect(saidOfAll([tags, { lyrics: false, cover: true, year: 1983 }])).toEqual({ album: null, date: null, year: 1983 })
  expect(saidOfAll([])).toEqual({ album: null, date: null, year: null })
  expect(textOfTags({ ...tags, artist: 'NOVA', bpm: 193 }, 'Nova')).toBe('from “B Sides” · 1983 · 193 BPM')
  expect(textOfTags({ lyrics: true, cover: true, artist: 'Nova & Ada' }, 'Nova')).toBe('by Nova & Ada')
})
