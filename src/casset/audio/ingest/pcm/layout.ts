import { refuseOddStream } from '../master/odd-stream.ts'
import { MediaProblem } from '../media.ts'

export type SampleKind = 'u8' | 's8' | 's16' | 's24' | 's32' | 'f32' | 'f64'

export type PcmLayout = {
  path: string
  dataAt: number
  /** How many frames the file has, and how many the header states; null when it states none. */
  frames: number
  statedFrames: number | null
  sampleRate: number
  channels: number
  kind: SampleKind
  isLittleEndian: boolean
  /** The used bits of a sample. */
  depth: number
  /** Whether browsers play the file as it is. */
  isPlain: boolean
}

/** The contents of a header, before they are checked against the file. */
export type PcmHeader = Omit<PcmLayout, 'path' | 'frames' | 'statedFrames'> & {
  /** Bytes of sound that the header states; null when it does not state them. */
  statedBytes: number | null
}

export const SAMPLE_BYTES: Readonly<Record<SampleKind, number>> = {
  u8: 1,
  s8: 1,
  s16: 2,
  s24: 3,
  s32: 4,
  f32: 4,
  f64: 8,
}

const SIGNED: Readonly<Record<number, SampleKind>> = { 1: 's8', 2: 's16', 3: 's24', 4: 's32' }
const FLOAT: Readonly<Record<number, SampleKind>> = { 4: 'f32', 8: 'f64' }

/** Throws MediaProblem where there is none. */
export function kindOf(bytes: number, isFloat: boolean): SampleKind {
  const kind = (isFloat ? FLOAT : SIGNED)[bytes]
  if (kind) return kind
  throw new MediaProblem('unsupported', `Samples of ${bytes * 8} bits cannot be read. Export 16, 24 or 32 bits.`)
}

/** Returns the layout of a file of this size. Throws MediaProblem when there is no sound in it. */
export function layoutOf(path: string, fileBytes: number, { statedBytes, ...header }: PcmHeader): PcmLayout {
  refuseOddStream(header.sampleRate, header.channels)
  const frameBytes = SAMPLE_BYTES[header.kind] * header.channels
  const there = Math.max(0, fileBytes - header.dataAt)
  const frames = Math.floor(Math.min(there, statedBytes ?? there) / frameBytes)
  if (frames === 0) throw new MediaProblem('corrupt', 'This file holds no audio.')
  const statedFrames = statedBytes === null ? null : Math.floor(statedBytes / frameBytes)
  return { path, frames, statedFrames, ...header }
}

/** Returns the message for a file whose sound is stored in an unsupported way. */
export const notPcm = (container: string, name: string) =>
  new MediaProblem('unsupported', `This ${container} file holds ${name}. Export it as plain PCM, 16 or 24 bits.`)

/** Reads a piece of a file; shorter at its end. */
export async function viewOf(path: string, at: number, length: number): Promise<DataView<ArrayBuffer>> {
  const bytes = await Bun.file(path)
    .slice(at, at + length)
    .arrayBuffer()
  return new DataView(bytes)
}

export function fourAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return ''
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
}
