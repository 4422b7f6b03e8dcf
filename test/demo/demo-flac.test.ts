import { describe, expect, test } from 'bun:test'
import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { encodeFlac, type Pcm16 } from '../../src/demo/flac.ts'
import { createRandom, type Random } from '../../src/demo/random.ts'
import { hasFfmpeg, hostFfmpeg } from '../support/casset/media.ts'

type Wave = (at: number, dice: Random) => number

const stereo = (length: number, left: Wave, right: Wave, rate = 32_000): Pcm16 => {
  const channel = (wave: Wave, seed: number) => {
    const dice = createRandom(seed)
    return Int16Array.from({ length }, (_, at) => wave(at, dice))
  }
  return { rate, left: channel(left, 1), right: channel(right, 2) }
}

const silence: Wave = () => 0
const noise: Wave = (_, dice) => Math.floor(dice() * 65_536) - 32_768
const tone: Wave = (at) => Math.round(20_000 * Math.sin(at * 0.05))
const quietTone: Wave = (at) => Math.round(300 * Math.sin(at * 0.013))
const square: Wave = (at) => (at % 100 < 50 ? 32_767 : -32_768)

const SOUNDS: readonly [name: string, pcm: Pcm16][] = [
  ['silence', stereo(9000, silence, silence)],
  ['a different tone on each side', stereo(20_000, tone, quietTone)],
  ['full noise, which nothing makes smaller', stereo(9000, noise, noise)],
  ['opposite squares at the very limits', stereo(70_000, square, (at) => -1 - square(at, Math.random))],
  ['a single sample', stereo(1, tone, square)],
]

const back = (samples: Float32Array) => Int16Array.from(samples, (sample) => Math.round(sample * 32_767))

async function decode(file: Uint8Array): Promise<Pcm16> {
  const decoder = new FLACDecoder()
  await decoder.ready
  const { channelData, sampleRate, errors } = await decoder.decodeFile(file)
  decoder.free()
  expect(errors).toEqual([])
  const [left = new Float32Array(), right = new Float32Array()] = channelData
  return { rate: sampleRate, left: back(left), right: back(right) }
}

// The reference decoder compares the MD5 by itself; ffmpeg, where that is not installed, says what
// it found.
const flacTool = Bun.which('flac')
const flacTest = ['--test', '--silent', '--warnings-as-errors', '-']
const strictly = ['-xerror', '-err_detect', 'crccheck+bitstream+buffer+explode']
const ffmpegTest = ['-v', 'warning', ...strictly, '-f', 'flac', '-i', '-', '-c:a', 'pcm_s16le', '-f', 'md5', '-']

describe('the FLAC of the demo', () => {
  test.each(SOUNDS)('gives back %s, sample for sample', async (_, pcm) => {
    expect(await decode(await encodeFlac(pcm, { TITLE: 'x' }))).toEqual(pcm)
  })

  test.skipIf(!flacTool && !hasFfmpeg).each(SOUNDS)('passes a strict decoder with %s, its MD5 too', async (_, pcm) => {
    const stdin = await encodeFlac(pcm, { TITLE: 'Ärger' })
    const decoder = Bun.spawn(flacTool ? [flacTool, ...flacTest] : [hostFfmpeg, ...ffmpegTest], {
      stdin,
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [sum, complaints] = await Promise.all([
      new Response(decoder.stdout).text(),
      new Response(decoder.stderr).text(),
    ])
    expect([await decoder.exited, complaints]).toEqual([0, ''])
    if (!flacTool) expect(sum.trim()).toBe(`MD5=${Buffer.from(stdin.subarray(26, 42)).toString('hex')}`)
  })

  test('writes its comments in UTF-8, in order', async () => {
    const file = await encodeFlac(stereo(10, tone, tone), { TITLE: 'Öl & Teer', ARTIST: 'Nobody' })
    const text = new TextDecoder().decode(file)
    expect(text.indexOf('TITLE=Öl & Teer')).toBeGreaterThan(0)
    expect(text.indexOf('ARTIST=Nobody')).toBeGreaterThan(text.indexOf('TITLE=Öl & Teer'))
  })
})
