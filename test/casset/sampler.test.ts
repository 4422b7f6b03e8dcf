import { expect, setDefaultTimeout, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { TagLib } from 'taglib-wasm'
import { tracks } from '../../db/schema/casset/track.ts'
import { byIn } from '../../src/casset/audio/ingest/master/read-by.ts'
import { byBeside } from '../../src/lib/music/by-lines.ts'
import { downloadPath, packedFor } from '../support/casset/download.ts'
import { artistOf, bring } from '../support/casset/import.ts'
import { musicFolder } from '../support/casset/music-folder.ts'
import { uploadTrack } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const byOf = ({ ctx }: TestServer) =>
  ctx.db
    .select({ by: tracks.byNames })
    .from(tracks)
    .orderBy(asc(tracks.position))
    .all()
    .map(({ by }) => by)

const main = (name: string) => ({ role: 'main' as const, name })
const guest = (name: string) => ({ role: 'with' as const, name })

test('names are those that tags say for certain; “feat.” alone takes no name apart', () => {
  expect(byIn({ artist: ['Mara', 'Lou', 'Mara'] })).toEqual({ by: [main('Mara'), main('Lou')] })
  expect(byIn({ artist: ['Mara feat. Lou & Ben'] })).toEqual({ by: [main('Mara feat. Lou & Ben')] })
  expect(byIn({ artist: ['Mara feat. Lou & Ben'], ARTISTS: ['Mara', 'Lou', 'Ben'] })).toEqual({
    by: [main('Mara'), guest('Lou'), guest('Ben')],
  })
  expect(byIn({ artist: ['Mara & Lou'], artists: ['Mara', 'Lou'], remixedBy: ['Kid'] })).toEqual({
    by: [main('Mara'), main('Lou'), { role: 'remixer', name: 'Kid' }],
  })
  expect(byIn({ artist: [' ', '\u200b'], ARTISTS: [] })).toEqual({})
  const crowd = Array.from({ length: 300 }, (_, at) => `Singer ${at}`)
  const { by = [], moreBy } = byIn({ artist: crowd })
  expect([by.length, by[0], moreBy]).toEqual([30, main('Singer 0'), 270])
})

test('the artist of the casset alone says nothing, and beside guests they need no name', () => {
  expect(byBeside(['Nova', 'nova-music'], [main('NOVA')])).toBeNull()
  expect(byBeside(['Nova', 'nova-music'], [main('nova-music'), guest('Lou')])).toEqual([guest('Lou')])
  expect(byBeside(['Nova'], [main('Nova'), main('Lou')])).toEqual([main('Nova'), main('Lou')])
  expect(byBeside(['Nova'], [])).toBeNull()
})

const files: readonly (readonly [name: string, from: string, artist: string[]])[] = [
  ['1.mp3', 'mp3-no-tag.mp3', ['Mara', 'Lou']],
  ['2.flac', 'flac-16.flac', ['Lou <b>', 'לו']],
  ['3.m4a', 'm4a-plain.m4a', ['Ada', 'Eve']],
  ['4.ogg', 'vorbis.ogg', ['Nova']],
  ['5.opus', 'opus.opus', Array.from({ length: 300 }, (_, at) => `Singer ${at}`)],
  ['6.wav', 'wav-16.wav', ['Mara']],
]

const taggedAs = (at: number, artist: string[]) => ({
  ...{ artist, albumArtist: 'Various Artists', album: 'Label sampler', title: `Song ${at}`, trackNumber: `${at}` },
})

test('a sampler is imported whole, each track by its own artists, and its buyers get each file as it was right', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  for (const [at, [name, from, artist]] of files.entries()) {
    await folder.putMusic(`Sampler/${name}`, taggedAs(at + 1, artist), { from })
  }
  const { done } = await bring(svc, artistOf(nova, 'nova'), folder.path)
  expect(done).toMatchObject({ left: [], stopped: null })
  const singers = Array.from({ length: 30 }, (_, at) => main(`Singer ${at}`))
  expect(byOf(svc)).toEqual([
    [main('Mara'), main('Lou')],
    [main('Lou <b>'), main('לו')],
    [main('Ada'), main('Eve')],
    null,
    singers,
    [main('Mara')],
  ])
  const packed = await packedFor(svc, nova, downloadPath('nova'))
  expect([...packed.keys()].slice(0, 4)).toEqual([
    '01 Mara & Lou - Song 1.mp3',
    '02 Lou b & לו - Song 2.flac',
    '03 Ada & Eve - Song 3.m4a',
    '04 Song 4.ogg',
  ])
  const taglib = await TagLib.initialize()
  for (const [at, bytes] of [...packed.values()].slice(0, files.length).entries()) {
    using file = await taglib.open(bytes)
    const { artist, albumArtist } = file.properties()
    expect([at, artist, albumArtist]).toEqual([at, files[at]?.[2], ['Various Artists']])
  }
})

test('in the studio the artists in files are offered, with how many find no room, and taken by one press', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  const nova = cast(svc.ctx, 'nova')
  for (const [at, [name, from, artist]] of files.entries()) {
    await folder.putMusic(name, taggedAs(at + 1, artist), { from })
    expect((await uploadTrack(svc, nova, await Bun.file(`${folder.path}/${name}`).bytes(), name)).status).toBe(201)
  }
  await svc.ctx.jobs.idle()
  expect(byOf(svc)).toEqual(files.map(() => null))
  const own = () => svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
  const { tracks: listed } = Object((await own()).json)
  expect(listed[4].file.tags).toMatchObject({ moreBy: 270, by: { length: 30 } })
  const path = `/api/studio/casset/${nova.cassetId}/file-tags`
  expect((await svc.call('GET', path, { cookie: nova.cookie })).json).toMatchObject({ by: 5 })
  const mine = [guest('Kazoo')]
  const first = { cookie: nova.cookie, body: { by: mine } }
  expect((await svc.call('PATCH', `/api/studio/tracks/${listed[0].id}`, first)).status).toBe(200)
  expect((await svc.call('POST', path, { cookie: nova.cookie })).status).toBe(204)
  expect(byOf(svc).map((by) => by?.length ?? 0)).toEqual([1, 2, 2, 0, 30, 1])
  expect((await svc.call('GET', path, { cookie: nova.cookie })).json).toMatchObject({ by: 0 })
  // A stranger is told of no file.
  expect((await svc.call('GET', '/api/casset/nova/media')).text).not.toContain('moreBy')
})
