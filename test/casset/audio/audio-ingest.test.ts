import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Ingested, MediaResult } from '../../../src/casset/audio/ingest/media.ts'
import { folded, normalised } from '../../../src/lib/audio/peaks.ts'
import {
  allHeardByFfmpeg,
  fixture,
  type Heard,
  hasFfmpeg,
  hostFfmpeg,
  type MediaBench,
  sharedMediaBench,
} from '../../support/casset/media.ts'

/** How far one waveform lies from another, on average. */
function distance(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
}

/** The waveform worked out the plain way from samples, over all channels. */
function truePeaks(channels: readonly Float32Array[]): number[] {
  const loudest = new Float32Array(channels[0]?.length ?? 0)
  for (const samples of channels) {
    for (let i = 0; i < loudest.length; i++) loudest[i] = Math.max(loudest[i] ?? 0, Math.abs(samples[i] ?? 0))
  }
  return normalised(folded(loudest))
}

const BIT_DEPTHS: Readonly<Record<string, number>> = {
  'wav-16.wav': 16,
  'wav-24.wav': 24,
  'wav-float.wav': 32,
  'wav-8.wav': 8,
  'flac-16.flac': 16,
  'flac-24.flac': 24,
  'flac-cover.flac': 16,
  'flac-long.flac': 16,
}

// name, format, codec, Hz, channels, seconds, whether the hook lies elsewhere than at 0
const MASTERS = [
  ['wav-16.wav', 'wav', 'pcm-s16', 22_050, 1, 2],
  ['wav-24.wav', 'wav', 'pcm-s24', 22_050, 1, 2],
  ['wav-float.wav', 'wav', 'pcm-f32', 22_050, 1, 2],
  ['wav-8.wav', 'wav', 'pcm-u8', 22_050, 1, 2],
  ['flac-16.flac', 'flac', 'flac', 22_050, 2, 2],
  ['flac-24.flac', 'flac', 'flac', 22_050, 1, 2],
  ['flac-cover.flac', 'flac', 'flac', 22_050, 2, 2],
  ['flac-long.flac', 'flac', 'flac', 8_000, 1, 70],
  ['mp3-cbr.mp3', 'mp3', 'mp3', 44_100, 2, 4],
  ['mp3-vbr.mp3', 'mp3', 'mp3', 44_100, 2, 4],
  ['mp3-no-xing.mp3', 'mp3', 'mp3', 44_100, 2, 4],
  ['mp3-no-tag.mp3', 'mp3', 'mp3', 44_100, 2, 4],
  ['mp3-cover.mp3', 'mp3', 'mp3', 44_100, 2, 4],
  ['mp3-mpeg2.mp3', 'mp3', 'mp3', 16_000, 1, 70],
  ['mp3-mpeg25.mp3', 'mp3', 'mp3', 8_000, 1, 70],
  ['m4a-plain.m4a', 'm4a', 'aac', 44_100, 2, 4],
  ['m4a-faststart.m4a', 'm4a', 'aac', 16_000, 1, 70],
  ['m4a-fragmented.m4a', 'm4a', 'aac', 44_100, 2, 4],
  ['m4a-cover.m4a', 'm4a', 'aac', 44_100, 2, 4],
  ['adts.aac', 'aac', 'aac', 16_000, 1, 70],
  ['vorbis.ogg', 'ogg', 'vorbis', 16_000, 1, 70],
  ['vorbis-surround.ogg', 'ogg', 'vorbis', 48_000, 6, 4],
  ['opus.opus', 'opus', 'opus', 48_000, 1, 70],
  ['opus-surround.opus', 'opus', 'opus', 48_000, 6, 4],
] as const
const HOOK_TYPES = {
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg; codecs=opus',
}

let bench: MediaBench
const results = new Map<string, MediaResult>()
const heard = new Map<string, { master: Heard; hook: Heard }>()

beforeAll(async () => {
  bench = await sharedMediaBench()
  for (const [name] of MASTERS) {
    const changes = { hook: bench.path(name), ffmpeg: hasFfmpeg ? hostFfmpeg : null }
    results.set(name, await bench.ingest(fixture(name), changes))
  }
  if (!hasFfmpeg) return
  const whole = MASTERS.filter(([name]) => results.get(name)?.ok)
  const files = whole.flatMap(([name, , , , channels]) => [
    { path: fixture(name), channels },
    { path: bench.path(name), channels },
  ])
  const all = await allHeardByFfmpeg(files, bench.path('heard'))
  for (const [i, [name]] of whole.entries()) {
    const [master, hook] = all.slice(i * 2)
    if (master && hook) heard.set(name, { master, hook })
  }
})
afterAll(() => bench[Symbol.asyncDispose]())

function ingested(name: string): Ingested {
  const result = results.get(name)
  if (!result?.ok || result.op !== 'ingest') throw new Error(JSON.stringify(result))
  return result
}

function heardOf(name: string): { master: Heard; hook: Heard } {
  const both = heard.get(name)
  if (!both) throw new Error(`ffmpeg has not heard ${name}`)
  return both
}

for (const [name, format, codec, sampleRate, channels, seconds] of MASTERS) {
  describe(name, () => {
    const hookFormat = format === 'aac' ? 'm4a' : format
    const isLossless = format === 'wav' || format === 'flac'
    test('is described by what is in it', () => {
      const { ok, op, durationSec, loudnessLufs, waveform, waveformApproximate, hook, ...rest } = ingested(name)
      expect(rest).toEqual({
        format,
        codec,
        sampleRate,
        channels,
        bitDepth: BIT_DEPTHS[name] ?? null,
        play: format === 'aac' ? { format: 'm4a', bytes: expect.any(Number) } : null,
        tags: expect.any(Object),
      })
      // Lossy encoders add silence in front and fill the last packet.
      expect(durationSec - seconds).toBeWithin(-1e-9, isLossless ? 1e-9 : 0.21)
      expect(waveform).toHaveLength(500)
      expect(Math.max(...waveform)).toBe(1)
      expect(hook).toMatchObject({ format: hookFormat, contentType: HOOK_TYPES[hookFormat] })
      expect(hook.bytes).toBe(Bun.file(bench.path(name)).size)
    })

    test('has its hook 35 seconds in, or the first half of a short track, within a packet', () => {
      const { startSec, durationSec } = ingested(name).hook
      expect(startSec).toBeWithin(seconds === 70 ? 35 : 0, (seconds === 70 ? 35 : 0) + 0.08)
      expect(durationSec).toBeWithin(
        seconds === 70 ? 29.85 : seconds / 2 - 0.15,
        seconds === 70 ? 29.951 : seconds / 2 + 0.05,
      )
    })

    test.skipIf(!hasFfmpeg)('peaks and loudness are those that ffmpeg finds', () => {
      const result = ingested(name)
      const { master } = heardOf(name)
      // Bars meet at multiples of 16 samples, not at the exact one: in a short file a bar may take
      // in a neighbour.
      expect(distance(result.waveform, truePeaks(master.decoded))).toBeLessThan(isLossless ? 0.005 : 0.03)
      expect(result.waveformApproximate).toBe(false)
      expect(Math.abs((result.loudnessLufs ?? 0) - master.loudnessLufs)).toBeLessThanOrEqual(0.2)
    })

    test.skipIf(!hasFfmpeg)(
      'the hook is at most 30.000 seconds in the same codec, and sounds as the master there',
      () => {
        const { startSec, durationSec } = ingested(name).hook
        const both = heardOf(name)
        expect(both.hook.durationSec).toBeLessThanOrEqual(30)
        const pcm = `${codec.replace('-', '_')}${codec === 'pcm-u8' ? '' : 'le'}`
        expect(both.hook.codecs).toEqual([format === 'wav' ? pcm : codec])
        const [hook = new Float32Array()] = both.hook.decoded
        const [master = new Float32Array()] = both.master.decoded
        expect(hook.length / sampleRate).toBeWithin(durationSec - 0.12, 30.0001)
        const { lagSec, likeness } = bestLag(hook, master, startSec, sampleRate)
        expect(Math.abs(lagSec)).toBeLessThan(isLossless ? 1e-9 : LARGEST_LAG_SEC)
        expect(likeness).toBeGreaterThan(isLossless ? 1 - 1e-9 : 0.999)
      },
    )

    test('the hook carries no tag, no picture and nothing of the rest of the master', async () => {
      const result = ingested(name)
      const bytes = Buffer.from(await Bun.file(bench.path(name)).bytes())
      for (const secret of ['SECRET', 'IHDR', 'METADATA_BLOCK', 'covr']) expect(bytes.includes(secret)).toBe(false)
      const share = result.hook.durationSec / result.durationSec
      expect(bytes.length).toBeLessThan(Bun.file(fixture(name)).size * share * 1.25 + 6_000)
    })
  })
}

// Encoders put silence in front that decoders drop: at 8 kHz as much as this, at 44.1 kHz a fifth
// of it.
const LARGEST_LAG_SEC = 0.16

/**
 * Where a quarter of a second of the hook lies in the master, looked for around where it should,
 * and how alike.
 */
function bestLag(hook: Float32Array, master: Float32Array, startSec: number, sampleRate: number) {
  const from = Math.floor(sampleRate * 0.8)
  const piece = hook.subarray(from, from + sampleRate / 4)
  const expected = Math.round(startSec * sampleRate) + from
  const reach = Math.round(sampleRate * LARGEST_LAG_SEC)
  let best = { lagSec: 0, likeness: likenessOf(piece, master.subarray(expected)) }
  for (let lag = -reach; lag <= reach && best.likeness < 1 - 1e-9; lag++) {
    const likeness = likenessOf(piece, master.subarray(expected + lag))
    if (likeness > best.likeness) best = { lagSec: lag / sampleRate, likeness }
  }
  return best
}

/** The normalised correlation of every fifth sample: 1 for the same sound. */
function likenessOf(a: Float32Array, b: Float32Array): number {
  let dot = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < a.length; i += 5) {
    const x = a[i] ?? 0
    const y = b[i] ?? 0
    dot += x * y
    aa += x * x
    bb += y * y
  }
  return dot / Math.sqrt(aa * bb)
}
