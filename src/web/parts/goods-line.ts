import { sizeOf } from '../../../public/lib/size.ts'
import type { readGoods } from '../../casset/download/read-goods.ts'
import { measureText } from '../../lib/language/formats.ts'
import { say } from '../../lib/language/say.ts'

type Good = ReturnType<typeof readGoods>[number]

/** The tracks that a collector gets. */
export type Goods = readonly Good[]

const names: Readonly<Record<string, string>> = {
  wav: 'WAV',
  flac: 'FLAC',
  mp3: 'MP3',
  m4a: 'AAC',
  aac: 'AAC',
  ogg: 'Ogg Vorbis',
  opus: 'Opus',
}

const isLossless = ({ format }: Good) => format === 'wav' || format === 'flac'

/**
 * Returns what distinguishes a file format: bits and rate of lossless files, only the format of
 * lossy ones.
 */
function kindOf(good: Good): string {
  const name = names[good.format] ?? good.format
  if (!isLossless(good)) return name
  const { bitDepth, sampleRate } = good
  return bitDepth && sampleRate
    ? say('{name}, {bitDepth}-bit/{sampleRate} kHz', { name, bitDepth, sampleRate: measureText(sampleRate / 1000) })
    : name
}

function describe(kind: string, goods: Goods): string {
  if (goods.every(isLossless)) return say('{kind} (lossless)', { kind })
  const bits = goods.reduce((sum, { bytes }) => sum + bytes * 8, 0)
  const seconds = goods.reduce((sum, { durationSec }) => sum + (durationSec ?? 0), 0)
  const rate = seconds > 0 ? Math.round(bits / seconds / 1000) : 0
  return rate > 0 ? say('{kind}, about {rate} kbit/s (lossy)', { kind, rate }) : say('{kind} (lossy)', { kind })
}

/**
 * Returns the file formats that a collector gets, and their total size; null while there are none.
 */
export function goodsLine(goods: Goods, who: 'you' | 'buyers' = 'you'): string | null {
  if (goods.length === 0) return null
  const kinds = [...Map.groupBy(goods, kindOf)].toSorted(([, a], [, b]) => b.length - a.length)
  const size = sizeOf(goods.reduce((sum, { bytes }) => sum + bytes, 0))
  const [first] = kinds
  if (first && kinds.length === 1)
    return who === 'you'
      ? say('You get {files}: {size} in all.', { files: describe(...first), size })
      : say('Buyers get {files}: {size} in all.', { files: describe(...first), size })
  const parts = kinds.map(([kind, some]) => `${some.length} × ${describe(kind, some)}`)
  const [files, last] = [parts.slice(0, -1).join('; '), String(parts.at(-1))]
  return who === 'you'
    ? say('You get {files}; and {others}: {size} in all.', { files, others: last, size })
    : say('Buyers get {files}; and {others}: {size} in all.', { files, others: last, size })
}
