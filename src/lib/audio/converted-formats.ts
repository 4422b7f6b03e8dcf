export const CONVERTED_FORMATS = ['flac', 'mp3', 'opus'] as const

/** A format that the host's ffmpeg makes: FLAC, MP3 of quality V0, or Opus at 128 kbit/s. */
export type ConvertedFormat = (typeof CONVERTED_FORMATS)[number]

/** Their names, the same in every language. */
export const FORMAT_NAMES: Readonly<Record<ConvertedFormat, string>> = {
  flac: 'FLAC',
  mp3: 'MP3 V0',
  opus: 'Opus 128',
}
