import type { Sound } from '../decode/decode.ts'
import { type PcmLayout, SAMPLE_BYTES } from './layout.ts'

/** Samples with their channels interleaved: whole numbers, or floats where the file has floats. */
export type PcmBlock =
  | { integers: Int32Array<ArrayBuffer>; floats: null }
  | { integers: null; floats: Float32Array<ArrayBuffer> }

const BLOCK_SAMPLES = 65_536

/** `copy` receives each run before it is measured. */
export async function* decodePcm(layout: PcmLayout, copy: (block: PcmBlock) => void = () => {}): AsyncGenerator<Sound> {
  const { path, dataAt, channels, sampleRate, kind } = layout
  const frameBytes = SAMPLE_BYTES[kind] * channels
  const full = 2 ** (SAMPLE_BYTES[kind] * 8 - 1)
  const blockFrames = Math.floor(BLOCK_SAMPLES / channels)
  const end = dataAt + layout.frames * frameBytes
  let carried = new Uint8Array()
  for await (const chunk of Bun.file(path).slice(dataAt, end).stream()) {
    const bytes = carried.length === 0 ? chunk : joined(carried, chunk)
    const whole = bytes.length - (bytes.length % frameBytes)
    for (let at = 0; at < whole; at += blockFrames * frameBytes) {
      const block = readBlock(bytes.subarray(at, Math.min(whole, at + blockFrames * frameBytes)), layout)
      copy(block)
      const samples = block.integers ?? block.floats
      yield { channels: planesOf(samples, channels, block.integers ? full : 1), sampleRate }
    }
    carried = bytes.slice(whole)
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function planesOf(samples: Int32Array | Float32Array, count: number, full: number): Float32Array[] {
  return Array.from({ length: count }, (_, channel) => {
    const plane = new Float32Array(samples.length / count)
    for (let i = 0, at = channel; i < plane.length; i++, at += count) plane[i] = (samples[at] ?? 0) / full
    return plane
  })
}

function readBlock(bytes: Uint8Array, { kind, isLittleEndian }: PcmLayout): PcmBlock {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = bytes.length / SAMPLE_BYTES[kind]
  if (kind === 'f32' || kind === 'f64') {
    const floats = new Float32Array(length)
    const read =
      kind === 'f32'
        ? (i: number) => view.getFloat32(i * 4, isLittleEndian)
        : (i: number) => view.getFloat64(i * 8, isLittleEndian)
    for (let i = 0; i < length; i++) floats[i] = finite(read(i))
    return { integers: null, floats }
  }
  const integers = new Int32Array(length)
  if (kind === 'u8') for (let i = 0; i < length; i++) integers[i] = (bytes[i] ?? 0) - 128
  else if (kind === 's8') for (let i = 0; i < length; i++) integers[i] = ((bytes[i] ?? 0) << 24) >> 24
  else if (kind === 's16') for (let i = 0; i < length; i++) integers[i] = view.getInt16(i * 2, isLittleEndian)
  else if (kind === 's32') for (let i = 0; i < length; i++) integers[i] = view.getInt32(i * 4, isLittleEndian)
  else fill24(integers, bytes, isLittleEndian)
  return { integers, floats: null }
}

function fill24(integers: Int32Array, bytes: Uint8Array, isLittleEndian: boolean) {
  const [low, high] = isLittleEndian ? [0, 2] : [2, 0]
  for (let i = 0, at = 0; i < integers.length; i++, at += 3) {
    const value = ((bytes[at + high] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + low] ?? 0) << 8)
    integers[i] = value >> 8
  }
}

/**
 * A float file may contain NaN and infinity, which would spoil all later measurements; some hold
 * values beyond any sound.
 */
function finite(value: number): number {
  return Number.isFinite(value) ? Math.max(-LOUDEST, Math.min(LOUDEST, value)) : 0
}

const LOUDEST = 1_000
