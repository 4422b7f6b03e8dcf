import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { runMedia } from '../../src/casset/audio/ingest/run-media.ts'
import type { PartDraft } from '../../src/lib/album/cue/parts.ts'
import { storedFiles } from '../../src/operate/media/stored-files.ts'
import { rowsOf } from '../support/account/account.ts'
import {
  aiff,
  asFloats,
  flac,
  type Integers,
  loudNoise,
  packed,
  samplesOf,
  wav,
} from '../support/casset/audio-kinds.ts'
import { artistOf, bring, tapesOf, tracksOf } from '../support/casset/import.ts'
import { musicFolder } from '../support/casset/music-folder.ts'
import { beginUpload, sendPiece } from '../support/casset/tus.ts'
import { fixture, uploadTrack } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast, type Person } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const sheet = (file: string, more = '') => `REM DATE 2019
PERFORMER "Nova"
TITLE "Winter"
FILE "${file}" WAVE
  TRACK 01 AUDIO
    TITLE "Snow"
    ISRC DEA458300118
    INDEX 01 00:00:10
  TRACK 02 AUDIO
    TITLE "Ice/Frost"
    PERFORMER "Ada"
    SONGWRITER "Lou Reed"
    INDEX 01 00:03:01
  TRACK 03 AUDIO
    INDEX 01 00:07:33
${more}`

const starts = [0, 3 * 75 + 1, 7 * 75 + 33] as const

/** The numbers of samples, channels together, at which the tracks of the sheet begin. */
const bounds = ({ sampleRate, channels, samples }: Integers) => [
  ...starts.map((frame) => Math.round((frame * sampleRate) / 75) * channels),
  samples.length,
]

/** Where samples differ first from those of a part of the sound; -1 where they are the same. */
function firstOther(samples: readonly number[], sound: Integers, at: number): number {
  const all = bounds(sound)
  const own = sound.samples.slice(all[at], all[at + 1])
  const other = own.findIndex((sample, index) => sample !== samples[index])
  return other < 0 && own.length !== samples.length ? samples.length : other
}

const partsAt = (...from: number[]): PartDraft[] =>
  from.map((each, at) => ({ title: `Part ${at + 1}`, from: each, by: [], credits: [], isrc: null }))

const cut = (svc: TestServer, { cookie }: Person, id: string, parts: readonly PartDraft[]) =>
  svc.call('POST', `/api/studio/tracks/${id}/cut`, { cookie, body: { parts } })

const cutBetween = ({ ctx }: TestServer, master: string, part: string, from: number, to: number | null) =>
  runMedia(ctx.selfCommand, { op: 'cut-part', master, part, from, to, ffmpeg: ctx.ffmpeg?.path ?? null })

const masterOf = (svc: TestServer, sha256: string) =>
  storedFiles(svc.ctx).find((file) => file.sha256 === sha256) && join(svc.dataDir, 'blobs', sha256.slice(0, 2), sha256)

test('a file with its cue sheet comes as tracks that are its samples without a gap, with what the sheet says; twice changes nothing', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  const sound = loudNoise(24, 11, 2)
  await folder.put('Winter/Winter.flac', await flac(sound))
  await folder.put('Winter/Winter.cue', sheet('Winter.wav'))
  const { done } = await bring(svc, artistOf(nova, 'nova'), folder.path)
  expect(done).toMatchObject({ left: [], stopped: null })
  const [tape] = tapesOf(svc, nova)
  expect(tape).toMatchObject({ name: 'Winter', kind: 'ALBUM', releasedOn: '2019-01-01' })
  const rows = tracksOf(svc, tape?.id ?? '')
  expect(rows).toMatchObject([
    { title: 'Snow', fileName: '01 Snow.flac', byNames: null, isrc: 'DEA458300118', credits: null },
    {
      title: 'Ice/Frost',
      fileName: '02 Ice/Frost.flac',
      byNames: [{ role: 'main', name: 'Ada' }],
      credits: [{ role: 'writer', name: 'Lou Reed' }],
    },
    { title: 'Track 3', fileName: '03 Track 3.flac' },
  ])
  for (const [at, row] of rows.entries()) {
    expect(row).toMatchObject({
      status: 'READY',
      format: 'flac',
      bitDepth: 24,
      position: at + 1,
      cutFrom: null,
      cutTo: null,
    })
    const samples = await samplesOf(masterOf(svc, row.sha256) ?? '', 'flac', 24)
    expect(firstOther(samples, sound, at)).toBe(-1)
  }
  // Nothing of the whole file stays.
  expect(storedFiles(svc.ctx).length).toBe(6)
  const before = ['cassets', 'tracks', 'imported_files', 'jobs'].map((table) => rowsOf(svc, table))
  expect((await bring(svc, artistOf(nova, 'nova'), folder.path)).done.trackIds).toEqual([])
  expect(['cassets', 'tracks', 'imported_files', 'jobs'].map((table) => rowsOf(svc, table))).toEqual(before)
})

test('sound of every lossless kind is cut to the sample, and packets of the others are all in one part', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  const sound = loudNoise(16, 11, 1, 8_000)
  const cutOut = async (name: string, at: number) => {
    const part = join(folder.path, `${name}.${at}`)
    const result = await cutBetween(svc, join(folder.path, name), part, starts[at] ?? 0, starts[at + 1] ?? null)
    if (!result.ok) throw new Error(result.problem)
    expect(Bun.file(part).size).toBe(result.bytes)
    return { part, format: result.format }
  }
  const kinds = {
    'a.wav': wav(sound, packed(sound, true), { bytes: 2 }),
    'b.aiff': aiff(sound, packed(sound, false)),
    'c.flac': await flac(sound),
  }
  for (const [name, bytes] of Object.entries(kinds)) {
    await folder.put(name, bytes)
    for (const at of starts.keys()) {
      const { part, format } = await cutOut(name, at)
      const samples = await samplesOf(part, format, 16)
      expect([name, at, firstOther(samples, sound, at)]).toEqual([name, at, -1])
    }
  }
  // Floats of 64 bits are not rounded.
  const floats = asFloats(sound, 8, true)
  await folder.put('d.wav', wav(sound, floats, { codec: 3, bytes: 8 }))
  const joined = Buffer.concat(
    await Promise.all(
      starts
        .map((_, at) => at)
        .map(async (at) => (await Bun.file((await cutOut('d.wav', at)).part).bytes()).subarray(44)),
    ),
  )
  expect(joined.equals(floats)).toBe(true)
  for (const name of ['mp3-vbr.mp3', 'm4a-plain.m4a', 'opus.opus', 'vorbis.ogg']) {
    await folder.put(name, await fixture(name))
    let seconds = 0
    for (const at of [0, 1] as const) {
      const part = join(folder.path, `${name}.${at}`)
      const result = await (at === 0
        ? cutBetween(svc, join(folder.path, name), part, 0, 40)
        : cutBetween(svc, join(folder.path, name), part, 40, null))
      if (!result.ok) throw new Error(`${name} ${result.problem}`)
      const read = await runMedia(svc.ctx.selfCommand, {
        op: 'read-tags',
        master: part,
        masters: [part],
        measures: true,
      })
      seconds += (read.ok ? read.files[0]?.seconds : undefined) ?? 0
    }
    const whole = join(folder.path, name)
    const read = await runMedia(svc.ctx.selfCommand, {
      op: 'read-tags',
      master: whole,
      masters: [whole],
      measures: true,
    })
    expect([name, Math.abs(seconds - ((read.ok ? read.files[0]?.seconds : 0) ?? 0)) < 0.15]).toEqual([name, true])
  }
})

test('an uploaded file waits for its parts, and becomes one track where none come', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  const sound = loudNoise(16, 11, 1)
  const bytes = Buffer.from(wav(sound, packed(sound, true), { bytes: 2 }))
  const send = async (parts: string) => {
    const at = await beginUpload(svc, nova, bytes.length, { filename: 'Winter.wav', parts })
    const answer = await sendPiece(svc, nova, at, 0, Uint8Array.from(bytes))
    return answer.headers.get('tapedeck-track') ?? ''
  }
  const id = await send('true')
  await svc.ctx.jobs.idle()
  expect(tracksOf(svc, nova.cassetId)).toMatchObject([{ id, status: 'PROCESSING' }])
  const made = await cut(svc, nova, id, partsAt(5, 300, 600))
  expect(made.status).toBe(201)
  await svc.ctx.jobs.idle()
  const rows = tracksOf(svc, nova.cassetId)
  expect(rows).toMatchObject([
    { title: 'Part 1', position: 1, durationSec: 4, status: 'READY', bytes: 4 * 8_000 * 2 + 44 },
    { title: 'Part 2', position: 2, durationSec: 4 },
    { title: 'Part 3', position: 3, durationSec: 3 },
  ])
  expect(Object(made.json).tracks).toEqual(rows.map((row) => ({ id: row.id })))
  const second = await send('true')
  await svc.tick(121_000)
  await svc.ctx.jobs.idle()
  expect(tracksOf(svc, nova.cassetId).find((row) => row.id === second)).toMatchObject({
    status: 'READY',
    durationSec: 11,
  })
  expect((await cut(svc, nova, second, partsAt(0, 300))).status).toBe(201)
})

test('nothing changes where parts are out of order, beyond the end or too many, or where somebody has the track', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const ada = cast(svc.ctx, 'ada')
  const sound = loudNoise(16, 11, 1)
  const { json } = await uploadTrack(svc, nova, wav(sound, packed(sound, true), { bytes: 2 }))
  const { id } = Object(json).track
  await svc.ctx.jobs.idle()
  const before = rowsOf(svc, 'tracks')
  const refusedFor = async (parts: readonly PartDraft[], person = nova) => {
    const answer = await cut(svc, person, id, parts)
    return [answer.status, String(Object(answer.json).field ?? Object(answer.json).code).split('.')[0]]
  }
  expect(await refusedFor(partsAt(0, 300, 300))).toEqual([400, 'parts'])
  expect(await refusedFor(partsAt(0, 300, 200))).toEqual([400, 'parts'])
  expect(await refusedFor(partsAt(0, 11 * 75))).toEqual([400, 'parts'])
  expect(await refusedFor(partsAt(0))).toEqual([400, 'parts'])
  expect(await refusedFor(partsAt(...Array.from({ length: 201 }, (_, at) => at)))).toEqual([400, 'parts'])
  expect(
    await refusedFor([
      ...partsAt(0),
      ...partsAt(0, 9)
        .slice(1)
        .map((part) => ({ ...part, title: '\u200b' })),
    ]),
  ).toEqual([400, 'parts'])
  expect((await refusedFor(partsAt(0, 300), ada))[0]).toBe(403)
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova' } })
  svc.tick(1)
  expect(await refusedFor(partsAt(0, 300))).toEqual([409, 'BAD_STATE'])
  expect(rowsOf(svc, 'tracks')).toEqual(before)
})
