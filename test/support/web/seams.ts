import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Ctx } from '../../../src/context.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { hostFfmpeg } from '../casset/media.ts'
import { addReadyTrack } from '../world.ts'

/** The rate of what is recorded, which browsers resample nothing to that has it. */
export const rate = 48_000

/** Noise, softer towards its highest tones: each place in it is like no other. */
export function recording(seconds: number, perSecond = rate): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(seconds * perSecond))
  let seed = 1
  let [slow, slower] = [0, 0]
  for (let at = 0; at < samples.length; at += 1) {
    seed = (seed * 1_664_525 + 1_013_904_223) >>> 0
    slow += (seed / 2 ** 31 - 1 - slow) * 0.35
    slower += (slow - slower) * 0.35
    samples[at] = slower * 0.5
  }
  return samples
}

/** Cuts a recording where nothing in a file format would cut it. */
export function cutInto(count: number, samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer>[] {
  const cuts = Array.from({ length: count + 1 }, (_, cut) =>
    cut === 0 ? 0 : cut === count ? samples.length : Math.round((samples.length * cut) / count) + ((cut * 397) % 1_001),
  )
  return cuts.slice(1).map((end, cut) => samples.slice(cuts[cut], end))
}

const codecs = {
  wav: ['-c:a', 'pcm_s16le'],
  flac: ['-c:a', 'flac', '-sample_fmt', 's16'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '192k'],
  opus: ['-c:a', 'libopus', '-b:a', '128k', '-f', 'ogg'],
  m4a: ['-c:a', 'aac', '-b:a', '192k', '-movflags', '+faststart'],
} as const
export type Joined = keyof typeof codecs

/** Adds each piece as a track of its own, encoded by the host's ffmpeg. */
export async function addPieces(
  ctx: Ctx,
  cassetId: string,
  pieces: readonly Float32Array<ArrayBuffer>[],
  format: Joined,
  { perSecond = rate, channels = 2, from = 0 } = {},
): Promise<string[]> {
  const folder = await mkdtemp(join(Bun.env.TMPDIR ?? '/tmp', 'seams-'))
  const ids: string[] = []
  for (const [index, piece] of pieces.entries()) {
    const [raw, made] = [join(folder, `${index}.raw`), join(folder, `${index}.${format}`)]
    await Bun.write(raw, piece)
    const input = ['-f', 'f32le', '-ar', `${perSecond}`, '-ac', '1', '-i', raw]
    const { exitCode, stderr } = Bun.spawnSync([
      hostFfmpeg,
      '-v',
      'error',
      ...input,
      '-ac',
      `${channels}`,
      ...codecs[format],
      made,
    ])
    if (exitCode !== 0) throw new Error(String(stderr))
    const bytes = Buffer.from(await Bun.file(made).arrayBuffer())
    const path = ctx.blobs.scratch(ctx.uuid())
    await Bun.write(path, bytes)
    await ctx.blobs.adopt([{ path, sha256: sha256Hex(bytes) }], () => {})
    const number = from + index + 1
    const { id } = await addReadyTrack(ctx, cassetId, `Part ${number}`, {
      position: number,
      format,
      sha256: sha256Hex(bytes),
      bytes: bytes.length,
      durationSec: piece.length / perSecond,
    })
    ids.push(id)
  }
  await rm(folder, { recursive: true })
  return ids
}

/** Records in the page what all its audio elements give. */
export async function record(page: Page): Promise<() => Promise<Float32Array>> {
  const worklet = `registerProcessor('recorder', class extends AudioWorkletProcessor {
    process([[samples]]) {
      this.port.postMessage(samples ? samples.slice() : new Float32Array(128))
      return true
    }
  })`
  await page.evaluate(
    ({ sampleRate, worklet }) => {
      const blocks: Float32Array[] = []
      const context = new AudioContext({ sampleRate })
      const ready = context.audioWorklet
        .addModule(URL.createObjectURL(new Blob([worklet], { type: 'text/javascript' })))
        .then(() => {
          const recorder = new AudioWorkletNode(context, 'recorder', { channelCount: 1, channelCountMode: 'explicit' })
          recorder.port.onmessage = ({ data }) => blocks.push(data)
          recorder.connect(context.destination)
          return recorder
        })
      const { play } = HTMLMediaElement.prototype
      const known = new WeakSet<HTMLMediaElement>()
      HTMLMediaElement.prototype.play = async function () {
        await context.resume()
        const recorder = await ready
        if (!known.has(this)) context.createMediaElementSource(this).connect(recorder)
        known.add(this)
        return play.call(this)
      }
      Object.assign(globalThis, {
        recorded() {
          const whole = new Int16Array(blocks.length * 128)
          for (const [index, block] of blocks.entries()) {
            for (const [at, value] of block.entries())
              whole[index * 128 + at] = Math.max(-1, Math.min(1, value)) * 32_767
          }
          let text = ''
          const bytes = new Uint8Array(whole.buffer)
          for (let at = 0; at < bytes.length; at += 32_768)
            text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
          return btoa(text)
        },
      })
    },
    { sampleRate: rate, worklet },
  )
  return async () => {
    const text = await page.evaluate<string>('recorded()')
    const bytes = Buffer.from(text, 'base64')
    return Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2) / 32_767)
  }
}

/** Where in `heard` a part of the recording is: the highest correlation, and its height. */
function find(heard: Float32Array, part: Float32Array, from: number, to: number): { at: number; likeness: number } {
  let best = { at: -1, likeness: 0 }
  const energyOf = (samples: Float32Array) => samples.reduce((sum, value) => sum + value * value, 0)
  const energy = energyOf(part)
  for (let at = Math.max(0, from); at < Math.min(heard.length - part.length, to); at += 1) {
    let sum = 0
    let own = 0
    for (let index = 0; index < part.length; index += 1) {
      const value = heard[at + index] ?? 0
      sum += value * (part[index] ?? 0)
      own += value * value
    }
    const likeness = own > 0 ? sum / Math.sqrt(own * energy) : 0
    if (likeness > best.likeness) best = { at, likeness }
  }
  return best
}

const windowSamples = 1_500

/**
 * The gap at each seam in milliseconds, negative for an overlap: how much further apart the sound
 * before and behind it is in what was heard than on the recording. `mostMs`: the largest looked
 * for, `jumpMs`: how much may have been jumped over between two seams.
 */
export function gapsIn(
  heard: Float32Array,
  whole: Float32Array,
  seams: readonly number[],
  {
    mostMs = 400,
    marginMs = 8,
    jumpMs = mostMs,
  }: { mostMs?: number; marginMs?: number; jumpMs?: number | undefined } = {},
): { gapMs: number; likeness: number }[] {
  const [most, margin, jump] = [(mostMs * rate) / 1000, (marginMs * rate) / 1000, (jumpMs * rate) / 1000]
  const partAt = (at: number) => whole.slice(at, at + windowSamples)
  let offset: number | null = null
  return seams.map((seam) => {
    const [before, behind] = [seam - margin - windowSamples, seam + margin]
    const near = offset === null ? [0, heard.length] : [before + offset - jump, before + offset + most]
    const { at, likeness } = find(heard, partAt(before), near[0] ?? 0, near[1] ?? 0)
    offset = at - before
    const next = find(heard, partAt(behind), behind + offset - most, behind + offset + most)
    return { gapMs: ((next.at - behind - offset) / rate) * 1000, likeness: Math.min(likeness, next.likeness) }
  })
}

/** Where the pieces of a recording meet. */
export const seamsOf = (pieces: readonly Float32Array[]): number[] => {
  let at = 0
  return pieces.slice(0, -1).map(({ length }) => (at += length))
}
