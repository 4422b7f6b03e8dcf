import { MediaProblem } from '../media.ts'
import { fourAt, kindOf, layoutOf, notPcm, type PcmLayout, SAMPLE_BYTES, type SampleKind, viewOf } from './layout.ts'

const UNKNOWN = 0xffffffff
// Programs that write to a pipe cannot come back to correct the size, and state at least this.
const LEAST_OPEN_BYTES = 0x7ffff000
const MOST_CHUNKS = 10_000
const EXTENSIBLE = 0xfffe
const PLAYED: readonly SampleKind[] = ['u8', 's16', 's24', 's32', 'f32']
const CODECS: Readonly<Record<number, string>> = {
  2: 'ADPCM',
  6: 'A-law',
  7: 'µ-law',
  17: 'ADPCM',
  49: 'GSM',
  80: 'MPEG audio',
  85: 'MP3',
  255: 'AAC',
  8192: 'AC-3',
}

type Format = Pick<PcmLayout, 'kind' | 'sampleRate' | 'channels' | 'depth'> & { isOrdinary: boolean }
// The least size that browsers accept for some chunks; they refuse a file with a smaller one.
const LEAST_BYTES: Readonly<Record<string, number>> = { LIST: 4, bext: 602 }

type Chunk = { id: string; at: number; bytes: number; next: number }

/** Reads the header of a WAV file (RIFF, RF64 or BW64), wherever in the file it begins. */
export async function readWav(path: string, start: number): Promise<PcmLayout> {
  const head = await viewOf(path, start, 12)
  const isRiff = fourAt(head, 0) === 'RIFF'
  const fileBytes = Bun.file(path).size
  const riffEnd = start + 8 + head.getUint32(4, true)
  let longDataBytes: number | null = null
  let isTaken = true
  const chunkAt = async (at: number): Promise<Chunk> => {
    const view = await viewOf(path, at, 8)
    if (view.byteLength < 8) throw noSound()
    const bytes = view.getUint32(4, true)
    return { id: fourAt(view, 0), at: at + 8, bytes, next: at + 8 + bytes + (bytes & 1) }
  }
  return walk(path, start + 12, chunkAt, async (chunk, format) => {
    if (chunk.id === 'ds64') longDataBytes = Number((await viewOf(path, chunk.at + 8, 8)).getBigUint64(0, true))
    if (isTooShort(chunk)) isTaken = false
    if (chunk.id !== 'data' || !format) return null
    const isOpen = chunk.bytes === 0 || (chunk.bytes >= LEAST_OPEN_BYTES && chunk.at + chunk.bytes > fileBytes)
    const statedBytes = chunk.bytes === UNKNOWN && longDataBytes ? longDataBytes : isOpen ? null : chunk.bytes
    const { isOrdinary, ...rest } = format
    // A recorder that lost power leaves sizes open. Browsers may miss what the demuxer misses.
    const isWhole = statedBytes !== null && chunk.at + Math.min(statedBytes, fileBytes - chunk.at) <= riffEnd
    const isKnown = isRiff && start === 0 && isOrdinary && PLAYED.includes(format.kind)
    const isPlain = isKnown && isWhole && isTaken && (await areTaken(chunk.next, fileBytes, chunkAt))
    return layoutOf(path, fileBytes, { ...rest, dataAt: chunk.at, statedBytes, isLittleEndian: true, isPlain })
  })
}

const isTooShort = ({ id, bytes }: Chunk) => bytes < (LEAST_BYTES[id] ?? 0)

/** Returns whether browsers accept the chunks behind the sound, which they also read. */
async function areTaken(from: number, fileBytes: number, chunkAt: (at: number) => Promise<Chunk>): Promise<boolean> {
  for (let at = from, seen = 0; at + 8 <= fileBytes && seen < MOST_CHUNKS; seen++) {
    const chunk = await chunkAt(at)
    if (isTooShort(chunk)) return false
    at = chunk.next
  }
  return true
}

const W64_ID_BYTES = 16

export async function readW64(path: string): Promise<PcmLayout> {
  const chunkAt = async (at: number): Promise<Chunk> => {
    const view = await viewOf(path, at, 24)
    if (view.byteLength < 24) throw noSound()
    const whole = Number(view.getBigUint64(W64_ID_BYTES, true))
    return { id: fourAt(view, 0), at: at + 24, bytes: whole - 24, next: at + Math.ceil(whole / 8) * 8 }
  }
  return walk(path, 40, chunkAt, async (chunk, format) => {
    if (chunk.id !== 'data' || !format) return null
    const { isOrdinary: _, ...rest } = format
    const statedBytes = chunk.bytes > 0 ? chunk.bytes : null
    const header = { ...rest, dataAt: chunk.at, statedBytes, isLittleEndian: true, isPlain: false }
    return layoutOf(path, Bun.file(path).size, header)
  })
}

async function walk(
  path: string,
  first: number,
  chunkAt: (at: number) => Promise<Chunk>,
  layoutAt: (chunk: Chunk, format: Format | null) => Promise<PcmLayout | null>,
): Promise<PcmLayout> {
  let format: Format | null = null
  let at = first
  for (let seen = 0; seen < MOST_CHUNKS; seen++) {
    const chunk = await chunkAt(at)
    if (chunk.id === 'fmt ') format = readFormat(await viewOf(path, chunk.at, 40), chunk.bytes)
    const layout = await layoutAt(chunk, format)
    if (layout) return layout
    if (chunk.next <= at) throw noSound()
    at = chunk.next
  }
  throw noSound()
}

const noSound = () => new MediaProblem('corrupt', 'This WAV file is damaged: no sound was found in it.')

function readFormat(view: DataView, bytes: number): Format {
  if (bytes < 16 || view.byteLength < 16) throw noSound()
  const declared = view.getUint16(0, true)
  const isExtensible = declared === EXTENSIBLE && bytes >= 26 && view.byteLength >= 26
  const codec = isExtensible ? view.getUint16(24, true) : declared
  const name = CODECS[codec]
  if (name) throw notPcm('WAV', name)
  if (codec !== 1 && codec !== 3) throw notPcm('WAV', 'sound of an uncommon kind')
  const channels = view.getUint16(2, true)
  const bits = view.getUint16(14, true)
  const sampleBytes = Math.max(view.getUint16(12, true) / Math.max(1, channels), Math.ceil(bits / 8))
  const kind = sampleBytes === 1 ? 'u8' : kindOf(sampleBytes, codec === 3)
  const valid = isExtensible ? view.getUint16(18, true) : bits
  const depth = valid > 0 && valid <= sampleBytes * 8 ? valid : sampleBytes * 8
  const isOrdinary = bits === SAMPLE_BYTES[kind] * 8
  return { kind, channels, sampleRate: view.getUint32(4, true), depth, isOrdinary }
}
