import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { song, wavOf } from '../../fixtures/song.ts'
import {
  fixture,
  hasFfmpeg,
  hostFfmpeg,
  type MediaBench,
  processesAbout,
  sharedMediaBench,
} from '../../support/casset/media.ts'
import { filmOf } from '../../support/drop/film.ts'
import { MUTATION_NAMES, mutant } from '../../support/mutants.ts'

let bench: MediaBench
beforeAll(async () => {
  bench = await sharedMediaBench()
})
afterAll(() => bench[Symbol.asyncDispose]())

const bytesOf = async (name: string) => Buffer.from(await Bun.file(fixture(name)).bytes())

/**
 * Takes a hostile file in under a name that lies as well, and asserts what must hold whatever
 * becomes of it.
 */
async function taken(
  bytes: Uint8Array,
  changes: Parameters<MediaBench['ingest']>[1] = {},
  limits?: Parameters<MediaBench['ingest']>[2],
): ReturnType<MediaBench['ingest']> {
  const master = bench.path('hostile.mp3')
  const hook = bench.path('hostile-hook')
  await Bun.write(master, bytes)
  const result = await bench.ingest(master, { hook, ...changes }, limits)
  const left = (await readdir(bench.folder)).filter((name) => name.startsWith('hostile-'))
  expect(left).toEqual(result.ok ? ['hostile-hook'] : [])
  if (result.ok) await Bun.file(hook).delete()
  if (!result.ok) expect(result.problem).toMatch(/^[A-Z][^\n]{10,140}\.$/)
  if (!result.ok) expect(result.problem).not.toContain(bench.folder)
  return result
}

const corrupt = { ok: false, kind: 'corrupt' } as const
const unsupported = { ok: false, kind: 'unsupported' } as const

describe('a file that is something else', () => {
  test('an HLS playlist named .mp3 does not make the server read the file it names', async () => {
    const secret = bench.path('secret.wav')
    await Bun.write(secret, wavOf(song({ seconds: 2, sampleRate: 8_000, channels: 1 }), 8_000))
    for (const target of [secret, `file://${secret}`, 'secret.wav', 'http://127.0.0.1:1/secret.wav']) {
      const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`
      const ffmpeg = hasFfmpeg ? hostFfmpeg : null
      expect(await taken(Buffer.from(playlist), { ffmpeg })).toEqual({
        ...unsupported,
        problem:
          'This is a playlist and holds no audio itself. Upload WAV, AIFF, FLAC, MP3, M4A/AAC, Ogg Vorbis or Opus.',
      })
      // Behind an ID3 tag the first bytes at hand show only the tag, and the child looks past it.
      expect(await taken(Buffer.concat([id3(70_000), Buffer.from(playlist)]))).toMatchObject(unsupported)
    }
  })

  test('an MP4 that says its samples lie in another file does not get them', async () => {
    const m4a = await bytesOf('m4a-plain.m4a')
    const dref = m4a.indexOf('dref') + 4
    // The flag "in this same file" is taken away; the entry now names nothing.
    m4a[dref + 19] = 0
    const result = await taken(m4a, { ffmpeg: hasFfmpeg ? hostFfmpeg : null })
    if (result.ok) expect(result.hook.durationSec).toBeCloseTo(2, 1)
  })

  test.each([
    ['nothing', Buffer.alloc(0), unsupported],
    ['zeros', Buffer.alloc(300_000), unsupported],
    ['ones', Buffer.alloc(300_000, 255), unsupported],
    ['a page', Buffer.from(`<!doctype html>${'<p>music</p>'.repeat(9_000)}`), unsupported],
    ['a WAV header alone', Buffer.from(wavOf([new Float32Array()], 8_000)), corrupt],
    ['a FLAC signature alone', Buffer.from('fLaC'), corrupt],
    ['an Ogg signature alone', Buffer.from('OggS'), unsupported],
    ['an MP4 signature alone', Buffer.from('\0\0\0\x14ftypM4A \0\0\0\0M4A '), corrupt],
    ['a tag alone', Buffer.concat([id3(5_000)]), corrupt],
    ['a tag longer than the file', Buffer.concat([id3(200_000_000).subarray(0, 5_000)]), corrupt],
  ])('%s', async (_, bytes, problem) => {
    expect(await taken(bytes)).toMatchObject(problem)
  })

  test('a film whose tables lie beyond the first bytes is still a film', async () => {
    const film = await filmOf(fixture('m4a-faststart.m4a'))
    expect(Buffer.from(film).lastIndexOf('avc1')).toBeGreaterThan(65_536)
    expect(await taken(film)).toEqual({ ...unsupported, problem: 'This is a video: upload its audio.' })
  })

  test('Apple Lossless whose tables lie beyond the first bytes is still named', async () => {
    const alac = await bytesOf('refused-alac.m4a')
    const padding = Buffer.alloc(80_000)
    padding.writeUInt32BE(80_000, 0)
    padding.write('free', 4)
    const ftypEnd = alac.readUInt32BE(0)
    const padded = Buffer.concat([alac.subarray(0, ftypEnd), padding, alac.subarray(ftypEnd)])
    expect(await taken(padded)).toEqual({
      ...unsupported,
      problem: 'This is an Apple Lossless (ALAC) file, which this site cannot read. Export it as FLAC, WAV or AIFF.',
    })
  })
})

describe('a header that lies', () => {
  test('about the length of a WAV is not believed: its samples are counted', async () => {
    const wav = await bytesOf('wav-16.wav')
    const at = wav.indexOf('data') + 4
    for (const size of [0xffffffff, 0x7fffffff, 90_000]) {
      wav.writeUInt32LE(size, at)
      wav.writeUInt32LE(0xffffffff, 4)
      expect(await taken(wav)).toMatchObject({ ok: true, durationSec: 2 })
    }
    wav.writeUInt32LE(900_000, at)
    expect(await taken(wav)).toMatchObject({ ok: false, problem: expect.stringContaining('cut off') })
  })

  test.each([
    ['a sample rate of nothing', 24, 0],
    ['a sample rate of a gigahertz', 24, 1_000_000_000],
    ['frames of no bytes', 32, 0x00100000],
    ['frames of 65,535 bytes', 32, 0x0010ffff],
    ['65,535 channels', 22, 0x5622ffff],
    ['no channels', 22, 0x56220000],
    ['a format of its own', 20, 0x00010055],
  ])('a WAV with %s', async (_, at, value) => {
    const wav = Buffer.from(wavOf(song({ seconds: 2, sampleRate: 22_050, channels: 1 }), 22_050))
    wav.writeUInt32LE(value, at)
    expect(await taken(wav)).toMatchObject({ ok: false, kind: expect.stringMatching(/corrupt|unsupported/) })
  })

  test.each([
    ['nine channels', 9, 8_000, 'Only files with one to eight channels are supported.'],
    ['7,999 Hz', 1, 7_999, 'Only sample rates from 8 to 384 kHz are supported.'],
    ['384,001 Hz', 1, 384_001, 'Only sample rates from 8 to 384 kHz are supported.'],
  ])('an honest WAV of %s is refused', async (_, channels, rate, problem) => {
    const silence = Array.from({ length: channels }, () => new Float32Array(rate))
    expect(await taken(wavOf(silence, rate))).toEqual({ ...unsupported, problem })
  })

  test('a WAV of NaN and infinity has a waveform of numbers', async () => {
    const wav = await bytesOf('wav-float.wav')
    const data = wav.indexOf('data') + 8
    for (let i = 0; i < 400; i++) wav.writeFloatLE(i % 2 ? Number.NaN : Number.NEGATIVE_INFINITY, data + i * 400)
    const result = await taken(wav)
    expect(result).toMatchObject({ ok: true, loudnessLufs: expect.any(Number) })
    expect('waveform' in result && Math.max(...result.waveform)).toBe(1)
  })

  test('an M4A or FLAC that claims days of music has lost its end', async () => {
    const m4a = await bytesOf('m4a-plain.m4a')
    for (const [box, at] of [
      ['mvhd', 20],
      ['mdhd', 20],
      ['tkhd', 24],
    ] as const) {
      m4a.writeUInt32BE(0xfffffff0, m4a.indexOf(box) + at)
    }
    const stts = m4a.indexOf('stts') + 4
    m4a.writeUInt32BE(0x7fffffff, stts + 12)
    expect(await taken(m4a)).toMatchObject(corrupt)
    const flac = await bytesOf('flac-16.flac')
    flac.writeUInt32BE(0x7fffffff, 22)
    expect(await taken(flac)).toMatchObject({
      ...corrupt,
      problem: 'This file is cut off: it holds less audio than its header says.',
    })
  })

  test('an M4A that claims a microsecond for each packet still has a hook of half a minute at most', async () => {
    const m4a = await bytesOf('m4a-faststart.m4a')
    m4a.writeUInt32BE(1, m4a.indexOf('stts') + 16)
    const result = await taken(m4a)
    expect(result.ok ? result.hook.durationSec : 0).toBeLessThanOrEqual(30)
    expect(result.ok ? result.hook.bytes : 0).toBeLessThan(110_000)
  })

  test.each([
    ['leap over the window', 160_000],
    ['end soon after its beginning', 520],
  ])('an M4A whose time stamps %s has no hook, which is damage', async (_, ticksEach) => {
    const m4a = await bytesOf('m4a-faststart.m4a')
    m4a.writeUInt32BE(ticksEach, m4a.indexOf('stts') + 16)
    expect(await taken(m4a)).toEqual({ ...corrupt, problem: 'This file is damaged where its hook should be.' })
  })

  test('an ADTS frame that claims no length, which would repeat for ever, is damage', async () => {
    const aac = await bytesOf('adts.aac')
    const at = aac.indexOf(Buffer.from([0xff, 0xf1]), 100_000)
    aac[at + 3] = (aac[at + 3] ?? 0) & 0xfc
    aac[at + 4] = 0
    aac[at + 5] = (aac[at + 5] ?? 0) & 0x1f
    expect(await taken(aac)).toEqual({ ...corrupt, problem: 'This file is damaged in the middle.' })
  })

  test('an Opus header of 255 channels, or none, or a strange mapping', async () => {
    for (const [at, value] of [
      [9, 255],
      [9, 0],
      [19, 255],
    ] as const) {
      const opus = await bytesOf('opus-surround.opus')
      opus[opus.indexOf('OpusHead') + at] = value
      expect(await taken(opus)).toMatchObject({ ok: false })
    }
  })
})

describe('damage', () => {
  test.each([
    ['flac-long.flac', 'This FLAC file is damaged or incomplete: a checksum does not fit.'],
    ['mp3-mpeg2.mp3', 'This file is cut off: it holds less audio than its header says.'],
    ['m4a-faststart.m4a', 'This file is cut off: it holds less audio than its header says.'],
    ['m4a-plain.m4a', 'This file is cut off: it holds less audio than its header says.'],
    ['opus.opus', 'This file is damaged: it could not be read to its end.'],
  ])('%s cut off in the middle is refused, for a buyer would get half a song', async (name, problem) => {
    const bytes = await bytesOf(name)
    expect(await taken(bytes.subarray(0, bytes.length / 2))).toEqual({ ...corrupt, problem })
  })

  test.each([
    ['mp3-no-xing.mp3', 2],
    ['vorbis.ogg', 34],
    ['adts.aac', 35],
  ])('%s cut off in the middle says nowhere how long it was: it is a song of %d seconds', async (name, seconds) => {
    const bytes = await bytesOf(name)
    const result = await taken(bytes.subarray(0, bytes.length / 2))
    expect(result.ok && result.op === 'ingest' ? result.durationSec : 0).toBeWithin(seconds - 0.5, seconds + 0.5)
  })

  test('a track of a few samples, shorter than any packet, is a track', async () => {
    const click = wavOf([Float32Array.of(0, 0.5, -0.5, 0)], 8_000)
    expect(await taken(click)).toMatchObject({ ok: true, durationSec: 0.0005, hook: { durationSec: 0.0005 } })
    const mp3 = await bytesOf('mp3-no-xing.mp3')
    const frames = mp3.subarray(mp3.indexOf(Buffer.from([0xff, 0xfb])))
    const result = await taken(frames.subarray(0, 209 * 3))
    expect(result.ok && result.hook.durationSec).toBeWithin(0.02, 0.12)
  })

  test('one flipped bit in a FLAC file is found by its checksum', async () => {
    const flac = await bytesOf('flac-16.flac')
    flac[30_000] = (flac[30_000] ?? 0) ^ 4
    expect(await taken(flac)).toMatchObject(corrupt)
  })

  test('noise and tags between the frames of an MP3 are stepped over', async () => {
    const mp3 = await bytesOf('mp3-no-tag.mp3')
    const noise = Buffer.from(Uint8Array.from({ length: 40_000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 24))
    const torn = Buffer.concat([mp3.subarray(0, 10_000), noise, id3(3_000), mp3.subarray(10_000)])
    const result = await taken(torn)
    expect(result.ok && result.op === 'ingest' ? result.durationSec : 0).toBeWithin(3.9, 4.3)
  })

  test('a tag of a hundred megabytes costs no memory', async () => {
    const bomb = Buffer.concat([id3(100_000_000), await bytesOf('mp3-no-tag.mp3')])
    expect(await taken(bomb, {}, { rssMb: 300 })).toMatchObject({ ok: true, format: 'mp3' })
  })

  test.each([
    ['flac-16.flac', 'flac', 2],
    ['adts.aac', 'aac', 70.08],
  ])('a tag in front of %s does not hide what it is', async (name, format, durationSec) => {
    const tagged = Buffer.concat([id3(90_000), await bytesOf(name)])
    expect(await taken(tagged)).toMatchObject({ ok: true, format, durationSec })
  })

  test('a FLAC file with an ID3v1 tag stuck to its end is whole, and the tag is not in its hook', async () => {
    const tag = Buffer.concat([Buffer.from('TAGSECRET'), Buffer.alloc(119)])
    const master = bench.path('tagged.flac')
    await Bun.write(master, Buffer.concat([await bytesOf('flac-16.flac'), tag]))
    expect(await bench.ingest(master)).toMatchObject({ ok: true, durationSec: 2 })
    expect(Buffer.from(await Bun.file(bench.path('hook')).bytes()).includes('SECRET')).toBe(false)
  })
})

describe('spoilt files end in a result or a coded problem, and leave nothing behind', () => {
  const names = ['wav-24.wav', 'flac-16.flac', 'mp3-vbr.mp3', 'm4a-plain.m4a', 'm4a-fragmented.m4a']
  // Each way with two of the files, by turns: `bun run soak audio` takes them all, a hundred times.
  const cases = MUTATION_NAMES.flatMap((mutation, i) =>
    [i, i + 2].map((j) => [names[j % names.length] ?? '', mutation, i * 31 + (j % names.length)] as const),
  )
  test.each(cases)('%s, %s %d', async (name, mutation, seed) => {
    const result = await taken(mutant(await bytesOf(name), mutation, seed))
    expect(result.ok ? 'ok' : result.kind).toMatch(/^(ok|corrupt|unsupported)$/)
    if (result.ok) expect(result.hook.durationSec).toBeLessThanOrEqual(30)
  })

  test('and no child of any of them is left alive', async () => {
    expect(await processesAbout(bench.folder)).toEqual([])
  })
})

/** An ID3v2 tag with so many bytes of nothing in it. */
function id3(length: number): Buffer {
  const size = [21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f)
  return Buffer.concat([Buffer.from('ID3\x04\0\0'), Buffer.from(size), Buffer.alloc(length)])
}
