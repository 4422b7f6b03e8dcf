import { expect, test } from 'bun:test'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { rowsOf } from '../../support/account/account.ts'
import {
  fixture,
  formBytes,
  keptFiles,
  sendForm,
  tracksPath,
  uploadTrack,
  withoutIngest,
} from '../../support/casset/upload.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast, type Person } from '../../support/world.ts'

const ownTracks = async (svc: TestServer, person: Person): Promise<object[]> => {
  const { json } = await svc.call('GET', `/api/casset/${person.handle}/media`, { cookie: person.cookie })
  const tracks: unknown = Reflect.get(Object(json), 'tracks')
  return Array.isArray(tracks) ? tracks : []
}

const idOf = (json: unknown) => String(Reflect.get(Object(Reflect.get(Object(json), 'track')), 'id'))

test('an uploaded file is a track at once, and with waveform, hook and duration when it has been listened to', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada', { published: false })
  const bytes = await fixture('flac-long.flac')
  const created = await uploadTrack(svc, ada, bytes, '03 - Long_Way Home.flac')
  const id = idOf(created.json)
  const file = {
    name: '03 - Long_Way Home.flac',
    format: 'flac',
    bytes: bytes.length,
    lightBytes: null,
    sha256: sha256Hex(bytes),
  }
  const track = {
    id,
    title: 'Long Way Home',
    kind: 'ORIGINAL',
    durationSec: null,
    position: 1,
    hook: { id: expect.any(String), startSec: 0, durationSec: 0, likes: 0, liked: false },
    waveform: `/api/audio/waveform/${id}`,
    stream: `/api/audio/${id}`,
    lyrics: null,
    ownPrice: null,
    active: true,
    isrc: null,
    iswc: null,
    mbid: null,
    aiDisclosure: {},
    stemsAssetId: null,
    loudnessLufs: null,
    waveformApproximate: false,
    file: { ...file, status: 'PROCESSING', problem: null, tags: { cover: false, lyrics: false } },
  }
  expect([created.status, created.json]).toEqual([201, { track }])
  await svc.ctx.jobs.idle()
  const [ready] = await ownTracks(svc, ada)
  expect(ready).toEqual({
    ...track,
    // Its tags say more than the name of its file.
    title: 'SECRET-TITLE',
    durationSec: 70,
    hook: { ...track.hook, startSec: expect.any(Number), durationSec: expect.any(Number) },
    loudnessLufs: expect.any(Number),
    file: {
      ...file,
      // Light as it is, once ffmpeg was asked.
      lightBytes: svc.ctx.ffmpeg === null ? null : 0,
      status: 'READY',
      problem: null,
      tags: expect.objectContaining({ artist: 'SECRET-ARTIST' }),
    },
  })
  const hook: unknown = Reflect.get(Object(ready), 'hook')
  expect(Reflect.get(Object(hook), 'startSec')).toBeWithin(34.9, 35.1)
  expect(Reflect.get(Object(hook), 'durationSec')).toBeWithin(29.5, 30.0001)
  const waveform = await svc.call('GET', `/api/audio/waveform/${id}`, { cookie: ada.cookie })
  const peaks: unknown = JSON.parse(waveform.text)
  expect(peaks).toBeArrayOfSize(500)
  expect(Array.isArray(peaks) && Math.max(...peaks)).toBe(1)
  const whole = await svc.fetch(`/api/audio/${id}`, { headers: { 'sec-fetch-dest': 'audio', cookie: ada.cookie } })
  expect(sha256Hex(await whole.bytes())).toBe(sha256Hex(bytes))
})

test('every accepted format goes in and comes out ready, whatever its name and type say', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada', { published: false })
  const album = [
    ['wav-24.wav', 'wav', 2],
    ['flac-16.flac', 'flac', 2],
    ['mp3-vbr.mp3', 'mp3', 4],
    ['m4a-plain.m4a', 'm4a', 4],
    ['vorbis-surround.ogg', 'ogg', 4],
    ['opus-surround.opus', 'opus', 4],
  ] as const
  for (const [name] of album) {
    const part = { name: 'file', value: await fixture(name), fileName: 'cover.png', type: 'image/png' }
    expect((await sendForm(svc, tracksPath(ada), ada.cookie, formBytes([part]))).status).toBe(201)
  }
  await svc.ctx.jobs.idle()
  const found = (await ownTracks(svc, ada)).map((track) => {
    const file: unknown = Reflect.get(track, 'file')
    const duration: unknown = Reflect.get(track, 'durationSec')
    return [Reflect.get(Object(file), 'format'), Reflect.get(Object(file), 'status'), Math.round(Number(duration))]
  })
  expect(found).toEqual(album.map(([, format, seconds]) => [format, 'READY', seconds]))
  expect(keptFiles(svc.dataDir).filter((path) => path.includes('scratch'))).toEqual([])
  expect(keptFiles(svc.dataDir)).toHaveLength(album.length * 2)
})

test('the same bytes are stored once', async () => {
  await using svc = await startServer()
  const [ada, bob] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'bob')]
  const bytes = await fixture('wav-16.wav')
  const sent = await Promise.all([ada, ada, bob, bob].map((person, n) => uploadTrack(svc, person, bytes, `${n}.wav`)))
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  await svc.ctx.jobs.idle()
  const hash = sha256Hex(bytes)
  expect(keptFiles(svc.dataDir).filter((path) => path.endsWith(hash))).toEqual([`blobs/${hash.slice(0, 2)}/${hash}`])
  expect(keptFiles(svc.dataDir)).toHaveLength(2)
  expect(rowsOf(svc, 'tracks')).toHaveLength(4)
})

test('a title is what the form says, else the name of the file, cut to 240 characters', async () => {
  await using svc = await startServer()
  withoutIngest(svc)
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-8.wav')
  const titles: [fileName: string, said: string | undefined, title: string][] = [
    ['song.wav', 'Kettle 🫖', 'Kettle 🫖'],
    ['song.wav', '  ', 'song'],
    ['song.wav', '🎧'.repeat(240), '🎧'.repeat(240)],
    [`${'🎧'.repeat(300)}.wav`, undefined, '🎧'.repeat(240)],
    ['C:\\\\Music\\\\07. Über uns.flac', undefined, 'Über uns'],
    ['../../etc/passwd', undefined, 'passwd'],
    ['.wav', undefined, 'Untitled'],
    ['', undefined, 'Untitled'],
    ['12 Monkeys.wav', undefined, '12 Monkeys'],
    ['1999.wav', undefined, '1999'],
    ['e\u0301te\u0301.wav', undefined, '\u00e9t\u00e9'],
    ['a\u202eb\u0000c.wav', undefined, 'a b c'],
  ]
  for (const [fileName, said, title] of titles) {
    const more = said === undefined ? [] : [{ name: 'title', value: said }]
    const { status, json } = await uploadTrack(svc, ada, bytes, fileName, more)
    expect([fileName, status, Reflect.get(Object(Reflect.get(Object(json), 'track')), 'title')]).toEqual([
      fileName,
      201,
      title,
    ])
  }
})

test('content that cannot be recognised is 415 at once, and nothing is kept', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const contents: [string, string | Uint8Array][] = [
    ['nothing at all', ''],
    ['a text', 'RIFFraff'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a playlist', '#EXTM3U\n#EXTINF:1\n/etc/passwd\n'],
    ['zeros', new Uint8Array(100_000)],
    ...(await Promise.all(
      ['refused-webm.webm', 'refused-ogg-flac.ogg'].map(
        async (name): Promise<[string, Uint8Array]> => [name, await fixture(name)],
      ),
    )),
  ]
  for (const [name, content] of contents) {
    const part = { name: 'file', value: content, fileName: 'song.wav', type: 'audio/wav' }
    const answer = await sendForm(svc, tracksPath(ada), ada.cookie, formBytes([part]))
    const refusal = { error: expect.stringMatching(/^This /), code: 'UNSUPPORTED_MEDIA_TYPE', field: 'file' }
    expect([name, answer.status, answer.json]).toEqual([name, 415, refusal])
    expect([name, keptFiles(svc.dataDir)]).toEqual([name, []])
  }
  expect([rowsOf(svc, 'tracks'), rowsOf(svc, 'jobs')]).toEqual([[], []])
})

test('a file that is recognised but corrupt is taken, then FAILED with a problem its artist alone reads', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada', { published: false })
  const broken = (await fixture('flac-long.flac')).slice(0, 30_000)
  const created = await uploadTrack(svc, ada, broken, 'broken.flac')
  expect([created.status, created.json]).toHaveProperty('1.track.file.status', 'PROCESSING')
  await svc.ctx.jobs.idle()
  const [track] = await ownTracks(svc, ada)
  expect(track).toMatchObject({
    durationSec: null,
    file: { status: 'FAILED', problem: expect.stringMatching(/^This FLAC file is damaged/) },
  })
  const id = idOf(created.json)
  const played = await svc.call('GET', `/api/audio/${id}`, { cookie: ada.cookie })
  const drawn = await svc.call('GET', `/api/audio/waveform/${id}`, { cookie: ada.cookie })
  expect([played.status, drawn.status]).toEqual([409, 409])
  const publish = { cookie: ada.cookie, body: { published: true } }
  expect((await svc.call('PATCH', `/api/studio/casset/${ada.cassetId}`, publish)).status).toBe(409)
  expect(keptFiles(svc.dataDir)).toHaveLength(1)
  expect((await svc.call('DELETE', `/api/studio/tracks/${id}`, { cookie: ada.cookie })).status).toBe(204)
  await svc.ctx.jobs.idle()
  expect(keptFiles(svc.dataDir)).toEqual([])
})
