import { MediaProblem } from '../media.ts'
import { fourAt, kindOf, layoutOf, notPcm, type PcmLayout, SAMPLE_BYTES, type SampleKind, viewOf } from './layout.ts'

const MOST_CHUNKS = 10_000
const BIAS = 16_383
// How each AIFF-C compression name stores its samples; a missing kind follows from the bits.
const STORED: Readonly<Record<string, { kind?: SampleKind; isLittleEndian?: boolean }>> = {
  NONE: {},
  twos: {},
  sowt: { isLittleEndian: true },
  'raw ': { kind: 'u8' },
  in24: { kind: 's24' },
  in32: { kind: 's32' },
  '42ni': { kind: 's24', isLittleEndian: true },
  '23ni': { kind: 's32', isLittleEndian: true },
  fl32: { kind: 'f32' },
  FL32: { kind: 'f32' },
  fl64: { kind: 'f64' },
  FL64: { kind: 'f64' },
}
const NAMES: Readonly<Record<string, string>> = {
  ima4: 'ADPCM',
  alaw: 'A-law',
  ALAW: 'A-law',
  ulaw: 'µ-law',
  ULAW: 'µ-law',
}

type Common = Pick<PcmLayout, 'kind' | 'isLittleEndian' | 'sampleRate' | 'channels' | 'depth'> & { frames: number }

export async function readAiff(path: string, start: number): Promise<PcmLayout> {
  const isCompact = fourAt(await viewOf(path, start + 8, 4), 0) === 'AIFC'
  let common: Common | null = null
  let dataAt: number | null = null
  let dataBytes = 0
  let at = start + 12
  for (let seen = 0; seen < MOST_CHUNKS; seen++) {
    const view = await viewOf(path, at, 8)
    if (view.byteLength < 8) break
    const id = fourAt(view, 0)
    const bytes = view.getUint32(4)
    if (id === 'COMM') common = readCommon(await viewOf(path, at + 8, 22), isCompact)
    if (id === 'SSND') {
      const offset = (await viewOf(path, at + 8, 4)).getUint32(0)
      dataAt = at + 16 + offset
      dataBytes = Math.max(0, bytes - 8 - offset)
    }
    if (common && dataAt !== null) break
    at += 8 + bytes + (bytes & 1)
  }
  if (!common || dataAt === null) throw noSound()
  const { frames, ...header } = common
  const frameBytes = SAMPLE_BYTES[header.kind] * header.channels
  const layout = layoutOf(path, Bun.file(path).size, {
    ...header,
    dataAt,
    isPlain: false,
    // A recorder that lost power leaves both empty.
    statedBytes: dataBytes > 0 ? Math.min(dataBytes, frames * frameBytes || dataBytes) : null,
  })
  return { ...layout, statedFrames: frames > 0 ? frames : layout.statedFrames }
}

const noSound = () => new MediaProblem('corrupt', 'This AIFF file is damaged: no sound was found in it.')

function readCommon(view: DataView, isCompact: boolean): Common {
  if (view.byteLength < (isCompact ? 22 : 18)) throw noSound()
  const name = isCompact ? fourAt(view, 18) : 'NONE'
  const stored = STORED[name]
  if (!stored) throw notPcm('AIFF-C', NAMES[name] ?? 'compressed sound')
  const bits = view.getInt16(6)
  const kind = stored.kind ?? kindOf(Math.ceil(bits / 8), false)
  return {
    kind,
    isLittleEndian: stored.isLittleEndian ?? false,
    channels: view.getInt16(0),
    frames: view.getUint32(2),
    depth: stored.kind ? SAMPLE_BYTES[kind] * 8 : bits,
    sampleRate: readExtended(view, 8),
  }
}

/** Reads a float of 80 bits, the format of AIFF's sample rate. */
function readExtended(view: DataView, at: number): number {
  const exponent = (view.getUint16(at) & 0x7fff) - BIAS
  return Math.round((view.getUint32(at + 2) / 2 ** 31) * 2 ** exponent)
}
