import { joined } from './sound-file.ts'

/** Frames of sound in a row. Times are in samples from the start of the first frame of the file. */
export type Batch = {
  at: number
  frames: readonly Uint8Array[]
  samples: readonly number[]
  /** Where the music ends, in the last batch of a file. */
  end?: number
}

const u16 = (value: number) => [(value >> 8) & 255, value & 255]
export const u32 = (value: number) => [...u16(Math.floor(value / 65_536)), ...u16(value)]
const zeros = (count: number) => Array.from({ length: count }, () => 0)
const ascii = (text: string) => [...text].map((each) => each.charCodeAt(0))

export const box = (name: string, ...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> => {
  const body = joined(parts.map((part) => (part instanceof Uint8Array ? part : Uint8Array.from(part))))
  return joined([Uint8Array.from([...u32(body.length + 8), ...ascii(name)]), body])
}

const matrix = [1, 0, 0, 0, 1, 0, 0, 0, 0x4000].flatMap((each) =>
  u32(each === 1 ? 65_536 : each === 0 ? 0 : 1_073_741_824),
)

/** A description of the frames: its name, the count of channels, and what a decoder needs. */
export const sampleEntry = (name: string, channels: number, rate: number, detail = new Uint8Array()) =>
  box(
    'stsd',
    [...zeros(7), 1],
    box(
      name,
      [...zeros(7), 1, ...zeros(8), ...u16(channels), ...u16(16), ...zeros(4)],
      [...u16(rate > 65_535 ? 0 : rate), 0, 0],
      detail,
    ),
  )

/** The start of a fragmented MP4 file of one track (ISO/IEC 14496-12), with times in samples. */
export function mp4Start(rate: number, description: Uint8Array): Uint8Array<ArrayBuffer> {
  const empty = (name: string, count: number) => box(name, zeros(count))
  const table = box('stbl', description, empty('stts', 8), empty('stsc', 8), empty('stsz', 12), empty('stco', 8))
  const place = box('dinf', box('dref', [...zeros(7), 1], box('url ', [0, 0, 0, 1])))
  const sound = box('minf', empty('smhd', 8), place, table)
  const media = box(
    'mdia',
    box('mdhd', zeros(12), u32(rate), zeros(4), [0x55, 0xc4, 0, 0]),
    box('hdlr', zeros(8), ascii('soun'), zeros(13)),
    sound,
  )
  const head = box('tkhd', [0, 0, 0, 3], zeros(8), u32(1), zeros(20), [1, 0, 0, 0], matrix, zeros(8))
  return joined([
    box('ftyp', ascii('isom'), u32(0), ascii('isomiso5')),
    box(
      'moov',
      box('mvhd', zeros(12), u32(rate), zeros(4), u32(65_536), [1, 0], zeros(10), matrix, zeros(24), u32(2)),
      box('trak', head, media),
      box('mvex', box('trex', zeros(4), u32(1), u32(1), zeros(12))),
    ),
  ])
}

const movieHeadBytes = 8

/** One fragment of these frames. */
export function mp4Fragment({ at, frames, samples }: Batch): Uint8Array<ArrayBuffer> {
  const sizes = frames.flatMap(({ length }, index) => [...u32(samples[index] ?? 0), ...u32(length)])
  const moofOf = (dataAt: number) =>
    box(
      'moof',
      box('mfhd', zeros(4), u32(1)),
      box(
        'traf',
        box('tfhd', [0, 2, 0, 0], u32(1)),
        box('tfdt', [1, 0, 0, 0], u32(Math.floor(at / 4_294_967_296)), u32(at % 4_294_967_296)),
        box('trun', [0, 0, 3, 1], u32(frames.length), u32(dataAt), sizes),
      ),
    )
  const { length } = moofOf(0)
  return joined([moofOf(length + movieHeadBytes), box('mdat', joined(frames))])
}
