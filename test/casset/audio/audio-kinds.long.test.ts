import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingest } from '../../../src/casset/audio/ingest/ingest.ts'
import { openMaster } from '../../../src/casset/audio/ingest/master/open-master.ts'
import { openTags } from '../../../src/casset/audio/ingest/master/read-tags.ts'
import { adtsFrameLength } from '../../../src/lib/audio/mpeg-header.ts'
import { pagesIn } from '../../../src/lib/audio/ogg-page.ts'
import {
  aiff,
  asFloats,
  caf,
  delayed,
  flac,
  type Integers,
  loudNoise,
  oggOf,
  packed,
  samplesOf,
  skeletonPage,
  w64,
  wav,
} from '../../support/casset/audio-kinds.ts'
import { fixture, mediaBench } from '../../support/casset/media.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-kinds-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const requestOf = (master: string) =>
  ({
    op: 'ingest',
    master,
    hook: join(folder, 'hook'),
    play: join(folder, 'play'),
    hookStartSec: null,
    hookDurationSec: null,
  }) as const

async function ingested(bytes: Uint8Array) {
  const master = join(folder, 'master')
  await Bun.write(master, bytes)
  return await ingest(requestOf(master))
}

const of16 = loudNoise(16)
const of24 = loudNoise(24)
const of8 = loudNoise(8)
const mono20 = loudNoise(20, 2, 1)

/** A Core Audio file with a packet table that states so many bytes, and 2⁶² packets. */
function withPacketTable(bytes: bigint, codec = 'lpcm'): Buffer {
  const plain = caf(of16, packed(of16, false))
  plain.write(codec, plain.indexOf('lpcm'), 'latin1')
  const table = Buffer.alloc(36)
  table.write('pakt', 'latin1')
  table.writeBigInt64BE(bytes, 4)
  table.writeBigInt64BE(2n ** 62n, 12)
  const at = plain.indexOf('data')
  return Buffer.concat([plain.subarray(0, at), table, plain.subarray(at)])
}

// The upload, its named format, and the file that is played instead; null for the file itself.
const UNCOMPRESSED: readonly [name: string, Integers, Buffer, format: string, play: string | null][] = [
  ['AIFF of 8 bits', of8, aiff(of8, packed(of8, false)), 'aiff', 'flac'],
  ['AIFF of 16 bits', of16, aiff(of16, packed(of16, false)), 'aiff', 'flac'],
  ['AIFF of 20 bits', mono20, aiff(mono20, packed(mono20, false)), 'aiff', 'flac'],
  ['AIFF of 24 bits', of24, aiff(of24, packed(of24, false)), 'aiff', 'flac'],
  ['little-endian AIFF-C', of16, aiff(of16, packed(of16, true), { compression: 'sowt' }), 'aiff', 'flac'],
  ['AIFF-C of 24 bits', of24, aiff(of24, packed(of24, false), { compression: 'in24' }), 'aiff', 'flac'],
  ['AIFF-C of floats', of24, aiff(of24, asFloats(of24, 4, false), { compression: 'fl32' }), 'aiff', 'wav'],
  ['AIFF whose recorder lost its power', of16, aiff(of16, packed(of16, false), { frames: 0 }), 'aiff', 'flac'],
  ['CAF of 24 bits', of24, caf(of24, packed(of24, false)), 'caf', 'flac'],
  ['little-endian CAF', of16, caf(of16, packed(of16, true), { isLittleEndian: true }), 'caf', 'flac'],
  ['CAF of floats', of24, caf(of24, asFloats(of24, 4, true), { isLittleEndian: true, isFloat: true }), 'caf', 'wav'],
  ['CAF whose size is open', of16, caf(of16, packed(of16, false), { dataBytes: -1 }), 'caf', 'flac'],
  ['W64', of24, w64(of24, packed(of24, true), 3), 'w64', 'flac'],
  ['RF64', of24, wav(of24, packed(of24, true), { bytes: 3, magic: 'RF64' }), 'wav', 'flac'],
  ['BW64', of16, wav(of16, packed(of16, true), { bytes: 2, magic: 'BW64' }), 'wav', 'flac'],
  ['WAV of 64-bit floats', of24, wav(of24, asFloats(of24, 8, true), { bytes: 8, codec: 3 }), 'wav', 'wav'],
  ['WAV of 20 bits', mono20, wav(mono20, packed(mono20, true, 3), { bytes: 3, bits: 20 }), 'wav', 'flac'],
  ['WAV of 24 bits in four bytes', of24, wav(of24, packed(of24, true, 4), { bytes: 4, bits: 24 }), 'wav', 'wav'],
  ['WAV with open sizes', of16, wav(of16, packed(of16, true), { bytes: 2, riffBytes: 0, dataBytes: 0 }), 'wav', 'flac'],
  ['WAV from a pipe', of16, wav(of16, packed(of16, true), { bytes: 2, dataBytes: 0xffffffff }), 'wav', 'flac'],
  [
    'WAV behind a tag',
    of16,
    Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x04abcd'), wav(of16, packed(of16, true), { bytes: 2 })]),
    'wav',
    'flac',
  ],
  [
    'WAV with an empty chunk of tags',
    of16,
    wav(of16, packed(of16, true), { bytes: 2, before: [Buffer.from('ID3 \0\0\0\0')] }),
    'wav',
    null,
  ],
  ['WAV of 24 bits', of24, wav(of24, packed(of24, true), { bytes: 3 }), 'wav', null],
]

describe('an uncompressed file of any kind', () => {
  test.each(UNCOMPRESSED)(
    '%s is played with every sample of its master, loud ones too',
    async (_, sound, bytes, format, play) => {
      const result = await ingested(bytes)
      const { bits, channels, sampleRate, samples } = sound
      expect(result).toMatchObject({ format, channels, sampleRate, durationSec: 2, loudnessLufs: expect.any(Number) })
      expect<string | null>(result.play?.format ?? null).toBe(play)
      expect(result.hook).toMatchObject({ format: play ?? format, startSec: 0 })
      expect(await Bun.file(join(folder, 'master')).bytes()).toEqual(Uint8Array.from(bytes))
      if (!result.play) return expect(await Bun.file(join(folder, 'play')).exists()).toBe(false)
      const path = join(folder, 'play')
      expect(result.play.bytes).toBe(Bun.file(path).size)
      expect(await samplesOf(path, result.play.format, bits)).toEqual(samples)
      if (play !== 'flac') return rm(path)
      // The checksum in its header is that of the samples, so that any FLAC tool can verify it.
      const size = Math.ceil(bits / 8)
      const md5 = createHash('md5')
        .update(packed(sound, true, size))
        .digest('hex')
      expect(Buffer.from(await Bun.file(path).slice(26, 42).bytes()).toString('hex')).toBe(md5)
      await rm(path)
    },
  )

  test.each([
    [
      'a WAV cut in half',
      wav(of16, packed(of16, true).subarray(0, 30_000), { bytes: 2, dataBytes: 64_000 }),
      'cut off',
    ],
    ['an AIFF cut in half', aiff(of16, packed(of16, false)).subarray(0, 30_000), 'cut off'],
    ['an AIFF of four gigabytes by its header', aiff(of16, packed(of16, false), { frames: 0xffffffff }), 'cut off'],
    ['a Core Audio file whose packet table lies', withPacketTable(2n ** 62n), 'no sound was found'],
    ['a Core Audio file whose packet table is less than nothing', withPacketTable(-24n), 'no sound was found'],
    ['a Core Audio file of Apple Lossless', withPacketTable(24n, 'alac'), 'holds Apple Lossless'],
    ['a WAV of ADPCM', wav(of16, packed(of16, true), { bytes: 2, codec: 17 }), 'holds ADPCM. Export it as plain PCM'],
    [
      'an AIFF-C of A-law',
      aiff(of16, packed(of16, false), { compression: 'alaw' }),
      'holds A-law. Export it as plain PCM',
    ],
    ['a WAV without sound', wav(of16, Buffer.alloc(0), { bytes: 2 }), 'holds no audio'],
    [
      'an AIFF of no channels',
      aiff({ ...of16, channels: 0 }, packed(of16, false), { frames: 1 }),
      'one to eight channels',
    ],
  ])('%s is refused in words, and leaves nothing behind', async (_, bytes, words) => {
    await rm(join(folder, 'hook'), { force: true })
    await expect(ingested(bytes)).rejects.toThrow(words)
    expect(await readdir(folder)).toEqual(['master'])
  })
})

describe('a length is held only against what the file itself states', () => {
  const vbr = async () => Buffer.from(await Bun.file(fixture('mp3-vbr.mp3')).bytes())
  const lengthOf = async (bytes: Uint8Array) => (await ingested(bytes)).durationSec
  const oggs = async () => [
    oggOf(await Bun.file(fixture('vorbis.ogg')).bytes(), 8 * 16_000),
    oggOf(await Bun.file(fixture('opus.opus')).bytes(), 8 * 48_000),
  ]

  test('an MP3 of varying bit rate that states nothing, or in VBRI, and one with a large tag behind', async () => {
    const bytes = await vbr()
    const at = bytes.indexOf('Xing')
    const first = bytes.lastIndexOf(Uint8Array.of(0xff, 0xfb), at)
    const frames = bytes.readUInt32BE(at + 8)
    const silent = Buffer.from(bytes)
    silent.fill(0, at, at + 120)
    expect(await lengthOf(silent)).toBeWithin(4, 4.2)
    const vbri = Buffer.from(silent)
    vbri.write('VBRI', first + 36, 'latin1')
    vbri.writeUInt32BE(frames, first + 50)
    expect(await lengthOf(vbri)).toBeWithin(4, 4.2)
    // Some cutters leave the length of before: it is cut off only where its last frame is.
    vbri.writeUInt32BE(frames * 2, first + 50)
    expect(await lengthOf(vbri)).toBeWithin(4, 4.2)
    const tagged = Buffer.concat([silent, Buffer.from('APETAGEX'), Buffer.alloc(200_000, 65)])
    expect(await lengthOf(tagged)).toBeWithin(4, 4.2)
    await expect(lengthOf(bytes.subarray(0, bytes.length / 2))).rejects.toThrow('cut off')
  })

  test('FLAC of 12 and 20 bits, of a rate in whole kHz, and one whose last frame is a few bytes of silence', async () => {
    const silence = { ...of16, samples: [...of16.samples, ...new Array(8_192).fill(0)] }
    expect(await lengthOf(await flac(silence))).toBe(2 + 4_096 / 8_000)
    for (const bits of [12, 20]) {
      const result = await ingested(await flac(loudNoise(bits)))
      expect(result).toMatchObject({ durationSec: 2, bitDepth: bits })
      expect(Math.min(...result.waveform)).toBeGreaterThan(0.5)
    }
    expect(await lengthOf(await flac(loudNoise(16, 1, 1, 39_000)))).toBe(1)
  })

  test('Ogg that announces another stream first, and one recording after another', async () => {
    for (const bytes of await oggs()) {
      const plain = await lengthOf(bytes)
      expect(plain).toBeWithin(7, 8.1)
      expect(await lengthOf(Buffer.concat([skeletonPage(), bytes]))).toBe(plain)
      await expect(ingested(Buffer.concat([bytes, bytes]))).rejects.toThrow('several recordings joined end to end')
    }
    expect(await lengthOf(await Bun.file(fixture('opus.opus')).bytes())).toBeCloseTo(70, 3)
  })

  test('Ogg with padding between its pages is read past it', async () => {
    for (const bytes of await oggs()) {
      const { pages } = pagesIn(bytes, bytes.length)
      const padding = Buffer.alloc(767)
      const spread = pages.flatMap((page, at) => (at % 2 === 0 ? [page.bytes] : [padding, page.bytes, padding]))
      // The tags are not found; the sound does not need them.
      const plain = { ...(await ingested(bytes)), tags: {} }
      expect(await ingested(Buffer.concat(spread))).toEqual(plain)
    }
  })

  test("Apple's tag about the samples in front of the sound counts where the container states none", async () => {
    const master = join(folder, 'apple.m4a')
    const lengthOf = async () => (await ingest(requestOf(master))).durationSec
    for (const [name, isCounted] of [
      ['m4a-fragmented.m4a', true],
      ['m4a-plain.m4a', false],
    ] as const) {
      await Bun.write(master, Bun.file(fixture(name)))
      const plain = await lengthOf()
      {
        using file = await openTags(master)
        file.setProperty('ITUNSMPB', ' 00000000 00000840 0000037C 000000000000AC44')
        await file.saveToFile()
      }
      const { sampleRate } = await ingest(requestOf(master))
      expect(await lengthOf()).toBeCloseTo(plain - (isCounted ? 0x840 / sampleRate : 0), 6)
    }
  })

  test('bare AAC of a kind that browsers do not play is named', async () => {
    const bytes = Buffer.from(await Bun.file(fixture('adts.aac')).bytes())
    for (let at = 0, frame = adtsFrameLength(bytes, at); frame > 0; frame = adtsFrameLength(bytes, at)) {
      bytes[at + 2] = ((bytes[at + 2] ?? 0) & 0x3f) | 0x80
      at += frame
    }
    await expect(ingested(bytes)).rejects.toThrow('This is an uncommon kind of AAC')
  })

  test('a FLAC of one frame has a hook whose header states blocks that browsers play', async () => {
    for (const samples of [400, 10]) {
      await ingested(await flac({ ...of16, channels: 1, samples: of16.samples.slice(0, samples) }))
      const head = Buffer.from(await Bun.file(join(folder, 'hook')).bytes())
      expect([head.readUInt16BE(8), head.readUInt16BE(10)]).toEqual([Math.max(16, samples), Math.max(16, samples)])
    }
  })

  test('bare AAC, MP3 whose length is a guess, and Ogg cut from a stream, are played from a copy that begins at zero', async () => {
    const play = join(folder, 'play')
    const silent = await vbr()
    silent.fill(0, silent.indexOf('Xing'), silent.indexOf('Xing') + 120)
    const cases = [
      ['adts.aac', await Bun.file(fixture('adts.aac')).bytes(), 'm4a'],
      ['mp3-vbr.mp3', silent, 'mp3'],
      ['vorbis.ogg', delayed((await oggs())[0] ?? Buffer.alloc(0), 3_600 * 16_000), 'ogg'],
    ] as const
    for (const [name, bytes, format] of cases) {
      const result = await ingested(bytes)
      expect([name, result.play]).toEqual([name, { format, bytes: Bun.file(play).size }])
      const copy = await openMaster(play)
      const first = await copy.packets.getFirstPacket()
      expect([name, first?.timestamp]).toEqual([name, 0])
      copy.close()
      const again = await ingested(await Bun.file(play).bytes())
      expect([name, again.play, Math.abs(again.durationSec - result.durationSec) < 0.05]).toEqual([name, null, true])
      await rm(play)
    }
  })

  test('damaged tags are no reason to refuse the sound', async () => {
    const bytes = Buffer.from(await Bun.file(fixture('flac-cover.flac')).bytes())
    const at = bytes.indexOf('SECRET')
    // A comment that claims to be longer than its block.
    for (let back = 4; back < 40; back++) bytes[at - back] = back % 4 === 0 ? 0x7f : (bytes[at - back] ?? 0)
    expect(await lengthOf(bytes)).toBe(2)
  })
})

test('the executable decodes and encodes FLAC of any depth, and gives up nothing of a failed rendition', async () => {
  await using bench = await mediaBench()
  const [deep, aif] = [bench.path('deep'), bench.path('aif')]
  await Bun.write(deep, await flac(mono20))
  await Bun.write(aif, aiff(of24, packed(of24, false)))
  expect(await bench.ingest(deep)).toMatchObject({ ok: true, bitDepth: 20, durationSec: 2, play: null })
  expect(await bench.ingest(aif)).toMatchObject({ ok: true, bitDepth: 24, durationSec: 2, play: { format: 'flac' } })
  expect(await samplesOf(bench.path('play'), 'flac', 24)).toEqual(of24.samples)
  await Promise.all(['hook', 'play'].map((name) => rm(bench.path(name))))
  expect(await bench.ingest(aif, {}, { cpuMs: 1 })).toMatchObject({ ok: false, kind: 'expensive' })
  expect((await readdir(bench.folder)).filter((name) => /hook|play/.test(name))).toEqual([])
})
