import { MediaProblem } from '../media.ts'
import { fourAt, kindOf, layoutOf, notPcm, type PcmLayout, viewOf } from './layout.ts'

const MOST_CHUNKS = 10_000
const FLOAT = 1
const LITTLE_ENDIAN = 2
const NAMES: Readonly<Record<string, string>> = {
  alac: 'Apple Lossless',
  ima4: 'ADPCM',
  'aac ': 'AAC',
  ulaw: 'µ-law',
  alaw: 'A-law',
}

type Described = Pick<PcmLayout, 'kind' | 'isLittleEndian' | 'sampleRate' | 'channels' | 'depth'>

export async function readCaf(path: string): Promise<PcmLayout> {
  let described: Described | null = null
  let at = 8
  for (let seen = 0; seen < MOST_CHUNKS; seen++) {
    const view = await viewOf(path, at, 12)
    if (view.byteLength < 12) break
    const id = fourAt(view, 0)
    const bytes = Number(view.getBigInt64(4))
    if (id === 'desc') described = readDescription(await viewOf(path, at + 12, 32))
    if (id === 'data' && described) {
      // The edit count comes first. A recorder that has not finished states -1.
      const statedBytes = bytes < 4 ? null : bytes - 4
      const fileBytes = Bun.file(path).size
      return layoutOf(path, fileBytes, { ...described, dataAt: at + 16, statedBytes, isPlain: false })
    }
    if (bytes < 0) break
    at += 12 + bytes
  }
  throw noSound()
}

const noSound = () => new MediaProblem('corrupt', 'This Core Audio file is damaged: no sound was found in it.')

function readDescription(view: DataView): Described {
  if (view.byteLength < 32) throw noSound()
  const format = fourAt(view, 8)
  if (format !== 'lpcm') throw notPcm('Core Audio', NAMES[format] ?? 'compressed sound')
  const flags = view.getUint32(12)
  const channels = view.getUint32(24)
  const sampleBytes = view.getUint32(16) / Math.max(1, channels)
  const bits = view.getUint32(28)
  return {
    kind: kindOf(sampleBytes, (flags & FLOAT) !== 0),
    isLittleEndian: (flags & LITTLE_ENDIAN) !== 0,
    sampleRate: view.getFloat64(0),
    channels,
    depth: bits >= 1 && bits <= sampleBytes * 8 ? bits : sampleBytes * 8,
  }
}
