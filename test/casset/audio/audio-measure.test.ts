import { describe, expect, test } from 'bun:test'
import { renumberFlacFrame, withoutTrailingTag } from '../../../src/casset/audio/ingest/decode/flac-frame.ts'
import { aacFrameSec } from '../../../src/casset/audio/ingest/master/aac.ts'
import { measureSound, refuseTooLong } from '../../../src/casset/audio/ingest/measure.ts'
import { hookWindow } from '../../../src/casset/audio/ingest/render/hook-window.ts'
import { arePlausible, packetBars } from '../../../src/casset/audio/ingest/render/packet-bars.ts'
import { channelWeights, loudnessMeter } from '../../../src/lib/audio/loudness.ts'
import { peakMeter } from '../../../src/lib/audio/peaks.ts'
import { fixture } from '../../support/casset/media.ts'
import { rejection } from '../../support/test-processor/stripe.ts'

const sine = (seconds: number, sampleRate: number, hz: number, level: number) =>
  Float32Array.from({ length: seconds * sampleRate }, (_, i) => level * Math.sin((2 * Math.PI * hz * i) / sampleRate))

describe('where the hook lies', () => {
  test.each([
    // duration, wished start, wished length, start, length
    [240, null, null, 35, 29.95],
    [65, null, null, 35, 29.95],
    [64.999, null, null, 0, 29.95],
    [64, 35, null, 34.05, 29.95],
    [240, 100, null, 100, 29.95],
    [240, 239, null, 210.05, 29.95],
    [240, 239, 1, 239, 1],
    [240, 500, 12, 228, 12],
    [240, 0, 30, 0, 29.95],
    [60, null, null, 0, 29.95],
    [59.5, null, null, 0, 29.75],
    [20, null, null, 0, 10],
    [20, 15, null, 10, 10],
    [20, 0, 30, 0, 20],
    [20, 15, 10, 10, 10],
    [29.97, null, null, 0, 14.985],
    [29.97, null, 30, 0, 29.95],
    [240, 10, 0, 10, 1],
    [0.5, 10, 0.2, 0, 0.5],
  ])('a track of %d s asked for (%p, %p) has it at %d for %d s', (duration, start, length, startSec, lengthSec) => {
    const window = hookWindow(duration, start, length)
    expect(window.startSec).toBeCloseTo(startSec, 9)
    expect(window.lengthSec).toBeCloseTo(lengthSec, 9)
    expect(window.startSec + window.lengthSec).toBeLessThanOrEqual(duration + 1e-9)
  })
})

describe('peaks', () => {
  test('a bar shows the loudest sample of any channel, and the highest bar is 1', () => {
    const [left, right] = [new Float32Array(8_000 * 500), new Float32Array(8_000 * 500)]
    left[3_000] = 0.25
    right[8_000 * 499 + 4_000] = -0.5
    const meter = peakMeter()
    for (let from = 0; from < left.length; from += 4_607) {
      meter.push([left.subarray(from, from + 4_607), right.subarray(from, from + 4_607)])
    }
    expect(meter.waveform()).toEqual(Array.from({ length: 500 }, (_, bar) => (bar === 0 ? 0.5 : bar === 499 ? 1 : 0)))
  })

  test('a track of an hour folds into coarser bins and keeps every peak in its place', () => {
    const meter = peakMeter()
    const second = new Float32Array(16_000)
    for (let i = 0; i < 3_600; i++) {
      second.fill(0)
      second[8_000] = (i % 36) / 36
      meter.push([second])
    }
    const bars = meter.waveform()
    const highest = (bar: number) => Math.max(...Array.from({ length: 7 }, (_, i) => Math.floor(bar * 7.2 + i) % 36))
    expect(bars).toHaveLength(500)
    for (const [bar, value] of bars.entries()) expect(value).toBeGreaterThanOrEqual(highest(bar) / 36 - 1 / 36)
  })

  test('silence is all 0, and so is nothing', () => {
    const meter = peakMeter()
    expect(meter.waveform()).toEqual(new Array(500).fill(0))
    meter.push([new Float32Array(10_000)])
    expect(meter.waveform()).toEqual(new Array(500).fill(0))
  })
})

describe('a track', () => {
  const sounds = async function* (...rates: number[]) {
    for (const sampleRate of rates) yield { channels: [new Float32Array(sampleRate)], sampleRate }
  }

  test('lasts a day at most', () => {
    expect(() => refuseTooLong(86_400)).not.toThrow()
    expect(() => refuseTooLong(86_400.001)).toThrow('This track is longer than 24 hours.')
  })

  test('keeps its sample rate, and holds something', async () => {
    expect(await measureSound(sounds(8_000, 8_000))).toMatchObject({ durationSec: 2, sampleRate: 8_000, channels: 1 })
    expect(await rejection(measureSound(sounds(8_000, 16_000)))).toMatchObject({ kind: 'unsupported' })
    expect(await rejection(measureSound(sounds()))).toMatchObject({ kind: 'corrupt' })
  })
})

describe('loudness after BS.1770', () => {
  test.each([44_100, 48_000, 8_000, 96_000])(
    'a full-scale 997 Hz sine in one channel reads -3.01 LUFS at %d Hz',
    (rate) => {
      const meter = loudnessMeter(rate, channelWeights(1, false))
      meter.push([sine(4, rate, 997, 1)])
      expect(meter.integrated() ?? 0).toBeCloseTo(-3.01, 1)
    },
  )

  test('two channels are 3 LU louder, a surround 1.5 LU, the low-frequency channel does not count', () => {
    const tone = sine(4, 48_000, 997, 0.1)
    const silence = new Float32Array(tone.length)
    const heard = (at: number[], centreSecond = false) => {
      const meter = loudnessMeter(48_000, channelWeights(6, centreSecond))
      meter.push(Array.from({ length: 6 }, (_, i) => (at.includes(i) ? tone : silence)))
      return meter.integrated()
    }
    expect(heard([0])).toBeCloseTo(-23.01, 1)
    expect(heard([0, 1])).toBeCloseTo(-20, 1)
    expect(heard([4])).toBeCloseTo(-21.52, 1)
    expect(heard([3])).toBeNull()
    expect(heard([3], true)).toBeCloseTo(-21.52, 1)
    expect(heard([5], true)).toBeNull()
  })

  test('a long quiet passage does not pull the value down, and silence has none', () => {
    const meter = loudnessMeter(48_000, [1])
    meter.push([sine(10, 48_000, 997, 0.5)])
    const loud = meter.integrated() ?? 0
    meter.push([sine(60, 48_000, 997, 0.001)])
    expect(meter.integrated()).toBeWithin(loud - 0.1, loud)
    const silent = loudnessMeter(48_000, [1])
    silent.push([new Float32Array(480_000)])
    expect(silent.integrated()).toBeNull()
  })
})

describe('FLAC frames get new numbers', async () => {
  const renumbered = (frame: Uint8Array, frameNumber: number, sampleNumber = 0) =>
    renumberFlacFrame(frame, { frameNumber, sampleNumber, isVarying: false })
  const file = await Bun.file(fixture('flac-long.flac')).bytes()
  const frames = framesOf(file)

  test('giving a frame its old number again gives the very same bytes, checksums too', () => {
    expect(frames.length).toBeGreaterThan(100)
    for (const [number, frame] of frames.entries()) {
      const moved = renumbered(frame, 70_000)
      expect(moved.length).toBe(frame.length + (number < 128 ? 3 : 2))
      expect(renumbered(moved, number)).toEqual(frame)
    }
  })

  test('numbers of every length are written as FLAC reads them', () => {
    const frame = frames[0] ?? new Uint8Array()
    const coded = (number: number) => [...renumbered(frame, number).subarray(4, 11)]
    expect(coded(0x7f).slice(0, 1)).toEqual([0x7f])
    expect(coded(0x80).slice(0, 2)).toEqual([0xc2, 0x80])
    expect(coded(0xffff).slice(0, 3)).toEqual([0xef, 0xbf, 0xbf])
    expect(coded(0x1fffff).slice(0, 4)).toEqual([0xf7, 0xbf, 0xbf, 0xbf])
    expect(coded(0x7fffffff).slice(0, 6)).toEqual([0xfd, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf])
    expect(coded(0xfffffffff)).toEqual([0xfe, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf])
  })

  test('in a stream of varying blocks the number is that of the first sample', () => {
    const varying = Uint8Array.from(frames[0] ?? [])
    varying[1] = 0xf9
    expect([...renumbered(varying, 3, 4_608).subarray(4, 7)]).toEqual([0xe1, 0x88, 0x80])
  })

  test('an ID3v1 tag behind the last frame is taken off, and no sound is taken for one', () => {
    const frame = frames.at(-1) ?? new Uint8Array()
    const tag = Buffer.concat([Buffer.from('TAGSECRET'), Buffer.alloc(119)])
    expect(withoutTrailingTag(Buffer.concat([frame, tag]))).toEqual(Buffer.from(frame))
    for (const whole of frames) expect(withoutTrailingTag(whole)).toBe(whole)
  })
})

/** Cuts a FLAC file of fixed blocks at its frame headers, which carry consecutive numbers. */
function framesOf(file: Uint8Array): Uint8Array[] {
  const starts: number[] = []
  for (let at = 42; at < file.length - 6; at++) {
    if (file[at] !== 0xff || file[at + 1] !== 0xf8) continue
    const n = starts.length
    const number = n < 0x80 ? [n] : [0xc0 | (n >> 6), 0x80 | (n & 0x3f)]
    if (number.every((byte, i) => file[at + 4 + i] === byte)) starts.push(at)
  }
  return starts.map((start, i) => file.subarray(start, starts[i + 1] ?? file.length))
}

describe('the length of an AAC packet', () => {
  test.each([
    ['AAC-LC at 44.1 kHz', [0x12, 0x10], 1_024 / 44_100],
    ['AAC-LC with the short frame', [0x12, 0x14], 960 / 44_100],
    ['HE-AAC, whose core runs at half the rate', [0x2b, 0x92, 0x08, 0x00], 1_024 / 22_050],
    ['a rate written out', [0x17, 0x80, 0x5d, 0xc0, 0x08], 1_024 / 48_000],
  ])('%s', (_, description, seconds) => {
    const config = { codec: 'aac', numberOfChannels: 2, sampleRate: 44_100, description: Uint8Array.from(description) }
    expect(aacFrameSec(config)).toBe(seconds)
  })

  test('a bare stream has no such description: the rate in its frames counts', () => {
    expect(aacFrameSec({ codec: 'aac', numberOfChannels: 2, sampleRate: 32_000 })).toBe(1_024 / 32_000)
  })
})

describe("a browser's peaks for AAC", () => {
  const loud = new Array<number>(500).fill(0.8)
  const ordinary = new Array<number>(3_000).fill(200)
  const fit = (peaks: readonly number[], sizes: readonly number[]) => arePlausible(peaks, packetBars(sizes))

  test('are believed when they fit the packets', () => {
    expect(fit(loud, ordinary)).toBe(true)
    const fading = loud.map((_, bar) => bar / 500)
    expect(fit(fading, ordinary)).toBe(true)
    const halfSilent = ordinary.map((size, i) => (i < 1_500 ? 6 : size))
    expect(
      fit(
        loud.map((peak, bar) => (bar < 250 ? 0 : peak)),
        halfSilent,
      ),
    ).toBe(true)
    expect(fit(new Array<number>(500).fill(0), new Array<number>(3_000).fill(6))).toBe(true)
  })

  test('are not believed when they show silence where there is music, or music where there is silence', () => {
    expect(fit(new Array<number>(500).fill(0), ordinary)).toBe(false)
    expect(
      fit(
        loud.map((peak, bar) => (bar < 10 ? peak : 0)),
        ordinary,
      ),
    ).toBe(false)
    expect(fit(loud, new Array<number>(3_000).fill(6))).toBe(false)
    expect(
      fit(
        loud,
        ordinary.map((size, i) => (i < 1_500 ? 6 : size)),
      ),
    ).toBe(false)
  })
})
