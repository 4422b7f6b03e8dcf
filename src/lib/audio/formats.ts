/** The file formats of masters: the demuxer's name, and the `format` used everywhere. */
export const AUDIO_FORMATS = ['wav', 'flac', 'mp3', 'm4a', 'aac', 'ogg', 'opus', 'aiff', 'caf', 'w64'] as const

/** An accepted format. `ogg` is Vorbis in Ogg, `aac` a bare ADTS stream. */
export type AudioFormat = (typeof AUDIO_FORMATS)[number]

const CONTENT_TYPES = {
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg; codecs=opus',
  aiff: 'audio/aiff',
  caf: 'audio/x-caf',
  w64: 'audio/x-w64',
} as const satisfies Record<AudioFormat, string>

/** The media types under which sound is served, without their parameters. */
export const AUDIO_TYPES: readonly string[] = [
  ...new Set(Object.values(CONTENT_TYPES).map((type) => type.split(';')[0] ?? type)),
]

export const isAudioFormat = (format: string): format is AudioFormat => AUDIO_FORMATS.some((each) => each === format)

export function contentTypeOf(format: AudioFormat): string {
  return CONTENT_TYPES[format]
}

const UNDECODED: readonly string[] = ['m4a', 'aac']

/** Whether a track may hold AAC, which only browsers decode, and is not measured in full. */
export const isUnmeasured = (track: { format: string; isApproximate: boolean; loudnessLufs: number | null }): boolean =>
  UNDECODED.includes(track.format) && (track.isApproximate || track.loudnessLufs === null)

/** A format that has a rendition of its own, as browsers do not play it. */
export type UnplayedFormat = 'aiff' | 'caf' | 'w64'

/** A format that browsers play, or nearly: a bare AAC stream is put into an MP4 file. */
export type PlayedFormat = Exclude<AudioFormat, UnplayedFormat>

/** Returns the hook's format: the master's, but bare AAC is put into an MP4 file. */
export function hookFormatOf(format: PlayedFormat): PlayedFormat {
  return format === 'aac' ? 'm4a' : format
}
