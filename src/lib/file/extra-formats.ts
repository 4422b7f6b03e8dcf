/** The endings of the files that come with a casset. */
export const extraFormats = [
  ...(['pdf', 'epub', 'jpg', 'png', 'gif', 'webp', 'txt', 'md', 'lrc', 'srt', 'vtt', 'csv'] as const),
  ...(['mp4', 'mov', 'webm', 'mkv', 'zip'] as const),
] as const

export type ExtraFormat = (typeof extraFormats)[number]

/** The sort of a file, as people call it. */
export type ExtraSort = 'pdf' | 'book' | 'picture' | 'text' | 'video' | 'zip'

const text = ['text/plain; charset=utf-8', 'text'] as const

const kinds: Readonly<Record<ExtraFormat, readonly [type: string, sort: ExtraSort]>> = {
  pdf: ['application/pdf', 'pdf'],
  epub: ['application/epub+zip', 'book'],
  jpg: ['image/jpeg', 'picture'],
  png: ['image/png', 'picture'],
  gif: ['image/gif', 'picture'],
  webp: ['image/webp', 'picture'],
  txt: text,
  md: text,
  lrc: text,
  srt: text,
  vtt: text,
  csv: text,
  mp4: ['video/mp4', 'video'],
  mov: ['video/quicktime', 'video'],
  webm: ['video/webm', 'video'],
  mkv: ['video/x-matroska', 'video'],
  zip: ['application/zip', 'zip'],
}

export const extraTypeOf = (format: ExtraFormat): string => kinds[format][0]

export const extraSortOf = (format: ExtraFormat): ExtraSort => kinds[format][1]

export const EXTRA_TYPES: readonly string[] = [...new Set(extraFormats.map(extraTypeOf))]

/** At most so many files come with a casset (rule: extras). */
export const mostExtras = 20

/** And so many bytes, all of them together. */
export const mostExtraBytes = 2_000_000_000
