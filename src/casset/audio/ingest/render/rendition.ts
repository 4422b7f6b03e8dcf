import { closeSync, openSync, writeSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { type FlacLevel, openFlacEncoder } from '../decode/libflac.ts'
import { MediaProblem } from '../media.ts'
import type { PcmBlock } from '../pcm/decode-pcm.ts'
import { type PcmLayout, SAMPLE_BYTES } from '../pcm/layout.ts'
import { partOf } from './cut-hook.ts'

/** Replaces a master that browsers do not play: the same samples in a file that they do. */
export type Rendition = {
  format: 'flac' | 'wav'
  write: (block: PcmBlock) => void
  /** Makes the complete file appear. */
  finish: () => Promise<void>
  /** Removes everything that was written. */
  drop: () => Promise<void>
}

/** Properties known before the first sample is read; `frames` is absent when unknown. */
type Shape = Pick<PcmLayout, 'kind' | 'channels' | 'sampleRate' | 'frames'> & { level?: FlacLevel }

type Writer = { write: (block: PcmBlock) => void; finish: () => void }

const DEEPEST_FLAC = 24
export const LARGEST_WAV = 0xffffffff - 1_000
// Values that a FLAC frame cannot state in the subset that every decoder reads.
const fitsFlac = (rate: number) => rate <= 65_535 || rate % 10 === 0

/**
 * Starts the rendition of a file: FLAC, or WAV where FLAC cannot hold the samples (floats and 32
 * bits). Nothing is rounded except 64-bit floats, to the 32 bits that browsers play.
 */
export async function beginRendition(layout: Shape, path: string): Promise<Rendition> {
  const isFloat = layout.kind === 'f32' || layout.kind === 'f64'
  const isFlac = !isFloat && SAMPLE_BYTES[layout.kind] * 8 <= DEEPEST_FLAC && fitsFlac(layout.sampleRate)
  const part = partOf(path)
  const file = openSync(part, 'w', 0o600)
  let isOpen = true
  const close = () => {
    if (isOpen) closeSync(file)
    isOpen = false
  }
  const drop = async () => {
    close()
    await rm(part, { force: true })
  }
  try {
    const writer = isFlac ? await flacWriter(layout, file) : wavWriter(layout, file, isFloat)
    return {
      format: isFlac ? 'flac' : 'wav',
      write: writer.write,
      finish: async () => {
        writer.finish()
        close()
        await rename(part, path)
      },
      drop,
    }
  } catch (error) {
    await drop()
    throw error
  }
}

async function flacWriter({ kind, ...shape }: Shape, file: number): Promise<Writer> {
  const encoder = await openFlacEncoder({ ...shape, bits: SAMPLE_BYTES[kind] * 8 }, (bytes) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
  })
  return {
    write({ integers }) {
      if (!integers) throw new MediaProblem('crashed', 'FLAC has no place for floats.')
      encoder.write(integers)
    },
    finish() {
      for (const { at, bytes } of encoder.finish()) writeSync(file, bytes, 0, bytes.length, at)
    },
  }
}

const HEAD_BYTES = 44

/** Returns the head of a WAV file with so many bytes of samples. */
export function wavHead(
  { channels, sampleRate, bits, isFloat }: { channels: number; sampleRate: number; bits: number; isFloat: boolean },
  bytes: number,
): Uint8Array<ArrayBuffer> {
  const frameBytes = (channels * bits) / 8
  const view = new DataView(new ArrayBuffer(HEAD_BYTES))
  for (const [at, text] of [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ] as const) {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i))
  }
  view.setUint32(4, bytes + HEAD_BYTES - 8, true)
  view.setUint32(16, 16, true)
  view.setUint16(20, isFloat ? 3 : 1, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * frameBytes, true)
  view.setUint16(32, frameBytes, true)
  view.setUint16(34, bits, true)
  view.setUint32(40, bytes, true)
  return new Uint8Array(view.buffer)
}

function wavWriter({ channels, sampleRate, kind }: Shape, file: number, isFloat: boolean): Writer {
  const bits = isFloat ? 32 : SAMPLE_BYTES[kind] * 8
  let bytes = 0
  const append = (data: Uint8Array) => {
    for (let at = 0; at < data.length; ) at += writeSync(file, data, at, data.length - at, HEAD_BYTES + bytes + at)
    bytes += data.length
    if (bytes > LARGEST_WAV) {
      throw new MediaProblem('unsupported', 'This file is too long for its sample size. Export it as 24 bits.')
    }
  }
  return {
    write: ({ integers, floats }) => append(narrowed(integers ?? floats, bits)),
    finish: () => void writeSync(file, wavHead({ channels, sampleRate, bits, isFloat }, bytes), 0, HEAD_BYTES, 0),
  }
}

/** Returns samples as the little-endian bytes of a WAV file. */
function narrowed(samples: Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer>, bits: number): Uint8Array {
  const all = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
  if (bits === 32) return all
  const size = bits / 8
  const bytes = new Uint8Array(samples.length * size)
  for (let i = 0; i < samples.length; i++) for (let b = 0; b < size; b++) bytes[i * size + b] = all[i * 4 + b] ?? 0
  // Samples of eight bits are unsigned in a WAV file.
  if (bits === 8) for (let i = 0; i < bytes.length; i++) bytes[i] = ((bytes[i] ?? 0) + 128) & 255
  return bytes
}
