import { sizeOf } from '../../../../public/lib/size.ts'
import type { readGoods } from '../../../casset/download/read-goods.ts'
import { measureText } from '../../../lib/language/formats.ts'
import { say } from '../../../lib/language/say.ts'

type Good = ReturnType<typeof readGoods>[number]

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

/** Tells bits and rate of lossless files, only the format of lossy ones. */
function kindOf(good: Good): string {
  const name = names[good.format] ?? good.format
  if (!isLossless(good)) return name
  const { bitDepth, sampleRate } = good
  return bitDepth && sampleRate
    ? say('{name}, {bitDepth}-bit/{sampleRate} kHz', { name, bitDepth, sampleRate: measureText(sampleRate / 1000) })
    : name
}

/** Returns a kind of file, and of lossy ones how many bits a second they have. */
function describe(kind: string, goods: Goods): string {
  const bits = goods.reduce((sum, { bytes }) => sum + bytes * 8, 0)
  const seconds = goods.reduce((sum, { durationSec }) => sum + (durationSec ?? 0), 0)
  const rate = goods.every(isLossless) || seconds === 0 ? 0 : Math.round(bits / seconds / 1000)
  return rate > 0 ? say('{kind}, about {rate} kbit/s', { kind, rate }) : kind
}

/** Adds the total size; null while there are no files. */
export function goodsLine(goods: Goods): string | null {
  if (goods.length === 0) return null
  const kinds = [...Map.groupBy(goods, kindOf)].toSorted(([, a], [, b]) => b.length - a.length)
  const size = sizeOf(goods.reduce((sum, { bytes }) => sum + bytes, 0))
  const formats = kinds
    .map(([kind, some]) => (kinds.length === 1 ? describe(kind, some) : `${some.length} × ${describe(kind, some)}`))
    .join('; ')
  return goods.every(isLossless)
    ? say('Lossless download ({formats}), {size}', { formats, size })
    : say('Download ({formats}), {size}', { formats, size })
}
