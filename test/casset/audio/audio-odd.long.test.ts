import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingest } from '../../../src/casset/audio/ingest/ingest.ts'
import { hasRightChecksum, pagesIn } from '../../../src/lib/audio/ogg-page.ts'
import {
  flac,
  flacOfCount,
  flacThatChanges,
  flacWithBlock,
  loudNoise,
  monoMp3,
  oggOf,
  packed,
  samplesOf,
  skeletonPage,
  wav,
  withWrongChecksum,
} from '../../support/casset/audio-kinds.ts'
import { fixture } from '../../support/casset/media.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-odd-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function ingested(bytes: Uint8Array) {
  const [master, hook, play] = [join(folder, 'master'), join(folder, 'hook'), join(folder, 'play')]
  await Promise.all([hook, play].map((path) => rm(path, { force: true })))
  await Bun.write(master, bytes)
  const result = await ingest({ op: 'ingest', master, hook, play, hookStartSec: null, hookDurationSec: null })
  expect(await Bun.file(master).bytes()).toEqual(Uint8Array.from(bytes))
  return result
}
const bytesOf = async (name: string) => Buffer.from(await Bun.file(fixture(name)).bytes())

const of16 = loudNoise(16)
const of24 = loudNoise(24)
const frames = 16_000
const damagedPicture = Buffer.concat([Buffer.from('\0\0\0\x03\0\0\0\x09image/png'), Buffer.from('ffffffff', 'hex')])
const tagBehind = Buffer.concat([Buffer.from('APETAGEX'), Buffer.alloc(100_000, 65)])

describe('a FLAC that browsers do not play whole is played from a rendition with every sample', () => {
  test.each([
    ['whose count of samples is not known', (bytes: Buffer) => flacOfCount(bytes, 0)],
    ['whose count of samples is too small', (bytes: Buffer) => flacOfCount(bytes, frames / 2)],
    ['whose picture is damaged', (bytes: Buffer) => flacWithBlock(bytes, 6, damagedPicture)],
    ['whose header is not its first block', (bytes: Buffer) => flacWithBlock(bytes, 1, Buffer.alloc(8), true)],
    ['with a tag of another kind behind it', (bytes: Buffer) => Buffer.concat([bytes, tagBehind])],
    [
      'whose blocks are larger than it says',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 8), Buffer.from([2, 0, 2, 0]), bytes.subarray(12)]),
    ],
    [
      'whose header states other channels than its frames',
      (bytes: Buffer) => {
        const wrong = Buffer.from(bytes)
        wrong.writeUInt8((bytes.readUInt8(20) & 0xf1) | (4 << 1), 20)
        return wrong
      },
    ],
  ])('one %s', async (_, spoilt) => {
    const result = await ingested(spoilt(await flac(of16)))
    expect(result).toMatchObject({ format: 'flac', bitDepth: 16, channels: 2, sampleRate: 8_000, durationSec: 2 })
    const path = join(folder, 'play')
    expect(result.play).toEqual({ format: 'flac', bytes: Bun.file(path).size })
    expect(await samplesOf(path, 'flac', 16)).toEqual(of16.samples)
    // It states the count of samples, from which browsers tell the length.
    expect(Buffer.from(await Bun.file(path).slice(22, 26).bytes()).readUInt32BE()).toBe(frames)
    expect(result.hook).toMatchObject({ format: 'flac', startSec: 0 })
  })

  test('but not one that they do', async () => {
    expect((await ingested(await flac(of16))).play).toBe(null)
  })

  test('one whose samples turn from 16 bits to 24', async () => {
    const result = await ingested(flacThatChanges(await flac(of16), await flac(of24)))
    expect(result).toMatchObject({ durationSec: 4, play: { format: 'flac' } })
    const lifted = of16.samples.map((sample) => sample * 256)
    expect(await samplesOf(join(folder, 'play'), 'flac', 24)).toEqual([...lifted, ...of24.samples])
  })

  test('but one that changes its rate or its channels, is cut or is damaged inside, is refused in words and leaves nothing', async () => {
    const plain = await flac(of16)
    const damaged = Buffer.from(plain)
    damaged.fill(7, plain.length / 2, plain.length / 2 + 200)
    const changes = 'The sample rate or the channels of this file change in the middle. Export it again'
    for (const [bytes, words] of [
      [flacThatChanges(plain, await flac(loudNoise(16, 2, 2, 16_000))), changes],
      [flacThatChanges(plain, await flac(loudNoise(16, 2, 1))), changes],
      [plain.subarray(0, plain.length / 2), 'damaged or incomplete'],
      [damaged, 'a checksum does not fit'],
      [flacOfCount(damaged, 0), 'a checksum does not fit'],
    ] as const) {
      await expect(ingested(bytes)).rejects.toThrow(words)
      expect(await readdir(folder)).toEqual(['master'])
    }
  })
})

test('an MP3 that turns from mono to stereo is played whole, as stereo', async () => {
  const stereo = await bytesOf('mp3-no-tag.mp3')
  const { durationSec, sampleRate } = await ingested(stereo)
  const result = await ingested(Buffer.concat([monoMp3(100), stereo]))
  expect(result).toMatchObject({ format: 'mp3', channels: 2, sampleRate, play: { format: 'flac' } })
  // The decoder leaves out a few frames at a beginning.
  expect(result.durationSec - durationSec - (100 * 1_152) / 44_100).toBeWithin(-0.1, 0.1)
})

test('Ogg with a wrong checksum in its head is played from a copy whose checksums are right, in pages of a second', async () => {
  for (const [whole, format] of [
    [oggOf(await bytesOf('vorbis.ogg'), 16 * 16_000), 'ogg'],
    [oggOf(await bytesOf('opus.opus'), 16 * 48_000), 'opus'],
  ] as const) {
    // Browsers skip one page that is damaged, which costs less than playing it.
    const { durationSec, play } = await ingested(withWrongChecksum(whole, 10))
    expect(play).toBe(null)
    expect((await ingested(Buffer.concat([skeletonPage(), whole]))).play?.format).toBe(format)
    const result = await ingested(withWrongChecksum(whole))
    expect(result).toMatchObject({ durationSec, play: { format } })
    const copy = await Bun.file(join(folder, 'play')).bytes()
    const { pages } = pagesIn(copy, copy.length)
    expect(pages.every(hasRightChecksum)).toBe(true)
    expect(pages.length).toBeGreaterThan(durationSec - 2)
  }
})

test('an MP3 whose count of frames browsers disbelieve, or whose tag states another length, is played from a copy', async () => {
  const tag = Buffer.from('ID3\x03\0\0\0\0\0\x11TLEN\0\0\0\x07\0\0\x0099000\0')
  const counted = await bytesOf('mp3-vbr.mp3')
  const plain = await bytesOf('mp3-no-xing.mp3')
  for (const [bytes, isCopied] of [
    [counted, false],
    [plain, false],
    [Buffer.concat([counted, tagBehind]), true],
    [Buffer.concat([tag, plain]), true],
  ] as const) {
    expect((await ingested(bytes)).play?.format ?? null).toBe(isCopied ? 'mp3' : null)
  }
})

test('a WAV with an empty list of tags behind its sound is played from a rendition', async () => {
  const bytes = wav(of16, packed(of16, true), { bytes: 2 })
  const list = Buffer.from('LIST\0\0\0\0')
  expect(await ingested(Buffer.concat([bytes, list]))).toMatchObject({ durationSec: 2, play: { format: 'flac' } })
  expect(await samplesOf(join(folder, 'play'), 'flac', 16)).toEqual(of16.samples)
})

test('an MP4 file that ends inside its sound is refused as cut off', async () => {
  for (const name of ['m4a-fragmented.m4a', 'm4a-faststart.m4a']) {
    const bytes = await bytesOf(name)
    await expect(ingested(bytes.subarray(0, bytes.length * 0.7))).rejects.toThrow('cut off')
    expect(await readdir(folder)).toEqual(['master'])
  }
})

test('an MP3 whose header counts too much plays whole; one that ends inside a frame is cut off', async () => {
  const bytes = await bytesOf('mp3-vbr.mp3')
  const at = bytes.indexOf('Xing')
  const whole = await ingested(bytes)
  bytes.writeUInt32BE(Math.round(bytes.readUInt32BE(at + 8) * 1.3), at + 8)
  const counted = await ingested(bytes)
  expect(counted.durationSec).toBeCloseTo(whole.durationSec, 1)
  expect(counted.play?.format).toBe('mp3')
  const tagged = await ingested(Buffer.concat([bytes, Buffer.from('TAG'), Buffer.alloc(125)]))
  expect(tagged.durationSec).toBe(counted.durationSec)
  await expect(ingested(bytes.subarray(0, bytes.length - 50))).rejects.toThrow('cut off')
})

test('an MP4 file that ends before what describes its sound is cut off, too', async () => {
  const bytes = await bytesOf('m4a-plain.m4a')
  await expect(ingested(bytes.subarray(0, bytes.length / 2))).rejects.toThrow('cut off')
})
