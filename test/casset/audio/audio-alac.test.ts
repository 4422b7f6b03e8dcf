import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingest } from '../../../src/casset/audio/ingest/ingest.ts'
import { sniffAudio } from '../../../src/lib/audio/sniff.ts'
import { type Integers, loudNoise, packed, samplesOf, wav } from '../../support/casset/audio-kinds.ts'
import { hasFfmpeg, hostFfmpeg } from '../../support/casset/media.ts'
import { testLimitMs } from '../../support/limits.ts'

setDefaultTimeout(testLimitMs)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-alac-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.skipIf(!hasFfmpeg)('Apple Lossless, where the host has ffmpeg', () => {
  const alac = async (sound: Integers, format: string) => {
    const [source, made] = [join(folder, 'source.wav'), join(folder, 'made.m4a')]
    const bytes = Math.ceil(sound.bits / 8)
    await Bun.write(source, wav(sound, packed(sound, true), { bytes }))
    const tags = ['-metadata', 'title=Bounce', '-bits_per_raw_sample', `${sound.bits}`]
    const output = ['-c:a', 'alac', '-sample_fmt', format, ...tags, '-y', made]
    expect(await Bun.spawn([hostFfmpeg, '-v', 'quiet', '-i', source, ...output]).exited).toBe(0)
    const master = Buffer.from(await Bun.file(made).bytes())
    await Promise.all([source, made].map((path) => rm(path)))
    return master
  }
  const taken = async (bytes: Uint8Array) => {
    const [master = '', hook = '', play = ''] = ['master', 'hook', 'play'].map((name) => join(folder, name))
    await Bun.write(master, bytes)
    const request = { op: 'ingest', master, hook, play, hookStartSec: null, hookDurationSec: null } as const
    return await ingest({ ...request, ffmpeg: hostFfmpeg })
  }

  test.each([
    ['16 bits', loudNoise(16), 's16p'],
    ['24 bits', loudNoise(24), 's32p'],
  ])('of %s is taken, and played with every sample of its master', async (_, sound, format) => {
    const bytes = await alac(sound, format)
    expect(sniffAudio(bytes, { readsAlac: true })).toMatchObject({ ok: true, format: 'm4a' })
    const result = await taken(bytes)
    const { bits, channels, sampleRate, samples } = sound
    expect(result).toMatchObject({ format: 'm4a', codec: 'alac', bitDepth: bits, channels, sampleRate, durationSec: 2 })
    expect([result.play?.format, result.hook.format, result.tags.title]).toEqual(['flac', 'flac', 'Bounce'])
    expect(await samplesOf(join(folder, 'play'), 'flac', bits)).toEqual(samples)
    expect(await Bun.file(join(folder, 'master')).bytes()).toEqual(Uint8Array.from(bytes))
    await Promise.all(['play', 'hook'].map((name) => rm(join(folder, name))))
  })

  test('a file whose tables name the same sound again and again is refused before it fills the disk', async () => {
    const [source, made] = [join(folder, 'source.raw'), join(folder, 'made.m4a')]
    await Bun.write(source, randomBytes(4_096 * 4 * 732))
    const input = ['-f', 's16le', '-ar', '44100', '-ac', '2', '-i', source]
    expect(await Bun.spawn([hostFfmpeg, '-v', 'quiet', ...input, '-c:a', 'alac', made]).exited).toBe(0)
    const bytes = Buffer.from(await Bun.file(made).bytes())
    await Promise.all([source, made].map((path) => rm(path)))
    // Each chunk becomes the first one, and the others are cut out.
    const [dataAt, moovAt] = [bytes.indexOf('mdat') - 4, bytes.lastIndexOf('moov') - 4]
    const table = bytes.indexOf('stco', moovAt) + 8
    const [first, second] = [bytes.readUInt32BE(table + 4), bytes.readUInt32BE(table + 8)]
    for (let i = 0; i < bytes.readUInt32BE(table); i++) bytes.writeUInt32BE(first, table + 4 + i * 4)
    bytes.writeUInt32BE(second + 100_000 - dataAt, dataAt)
    const small = Buffer.concat([bytes.subarray(0, second + 100_000), bytes.subarray(moovAt)])
    await expect(taken(small)).rejects.toThrow('This Apple Lossless file is damaged')
    expect(await readdir(folder)).toEqual(['master'])
  })

  test('cut off, or with an absurd description of itself, is refused in words and leaves nothing behind', async () => {
    const bytes = await alac(loudNoise(16), 's16p')
    const described = bytes.lastIndexOf('alac')
    const absurd = [0xffffffff, 0, 0x7fffffff].map((frames) => {
      const copy = Buffer.from(bytes)
      copy.writeUInt32BE(frames, described + 8)
      copy.fill(255, described + 12, described + 20)
      return copy
    })
    const noise = Buffer.from(bytes)
    noise.fill(0xa5, bytes.indexOf('mdat') + 4_000, bytes.indexOf('mdat') + 20_000)
    for (const one of [bytes.subarray(0, bytes.length / 2), ...absurd, noise]) {
      await expect(taken(one)).rejects.toThrow(/^This (file|Apple Lossless file) /)
      expect(await readdir(folder)).toEqual(['master'])
    }
  })
})
