import { CONVERTED_FORMATS, type ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { isAudioFormat } from '../../../lib/audio/formats.ts'

export const PACK_FORMATS = ['tagged', 'original', ...CONVERTED_FORMATS] as const

/** Whether copies get tags, files are packed byte for byte, or their sound is converted first. */
export type PackFormat = (typeof PACK_FORMATS)[number]

/** Returns the format into which a download converts; null for one that converts nothing. */
export const convertedFormatOf = (format: PackFormat): ConvertedFormat | null =>
  CONVERTED_FORMATS.find((each) => each === format) ?? null

const mostFlacBits = 24
// MP3 has at most 320 kbit/s. Opus at 128 kbit/s may vary up to twice that.
const mostBytesPerSec = { mp3: 40_000, opus: 32_000 } as const
// PCM of 24 bits is the most that becomes FLAC, which may be a little larger than its noise.
const flacTimes = 2
const headerBytes = 1_000_000

type Sound = { format: string; bitDepth: number | null; durationSec: number | null; bytes: number }

/**
 * Returns whether a master is converted. A master in the format already is not, and neither becomes
 * FLAC what is lossy or has more bits than FLAC holds.
 */
export function isConverted(wanted: ConvertedFormat, { format, bitDepth }: Sound): boolean {
  if (format === wanted || !isAudioFormat(format)) return false
  return wanted !== 'flac' || (bitDepth !== null && bitDepth <= mostFlacBits)
}

/** Returns how many bytes the converted file may have at most. */
export const mostBytesOf = (wanted: ConvertedFormat, { durationSec, bytes }: Sound): number =>
  headerBytes + Math.ceil(wanted === 'flac' ? bytes * flacTimes : (durationSec ?? 0) * mostBytesPerSec[wanted])
