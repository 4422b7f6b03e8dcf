import type { AudioCodec, EncodedPacketSink, InputFormat } from 'mediabunny'
import type { AudioFormat, PlayedFormat } from '../../../../lib/audio/formats.ts'
import { id3Length } from '../../../../lib/audio/mpeg-header.ts'
import { SNIFF_BYTES, sniffAudio } from '../../../../lib/audio/sniff.ts'
import { cutOff, MediaProblem } from '../media.ts'
import { refuseOddAac } from './aac.ts'
import { readMp3Stated } from './mp3-stated.ts'
import { endsInsideBox } from './mp4-end.ts'
import { refuseOddStream } from './odd-stream.ts'

export type Master = {
  path: string
  /** Position of the first bytes after any ID3 tags. */
  audioStart: number
  format: PlayedFormat
  codec: AudioCodec
  config: AudioDecoderConfig
  /** The length that the header claims; only compared, never trusted. */
  declaredSec: number | null
  packets: EncodedPacketSink
  close: () => void
}

const CODECS: Record<PlayedFormat, RegExp> = {
  wav: /^pcm-(u8|s16|s24|s32|f32)$/,
  flac: /^flac$/,
  mp3: /^mp3$/,
  m4a: /^aac$/,
  aac: /^aac$/,
  ogg: /^vorbis$/,
  opus: /^opus$/,
}
const MAX_TAGS = 8
const CACHE_BYTES = 4 << 20

/** Detects the format from its content, and parses it with that format's demuxer only. */
export async function openMaster(path: string): Promise<Master> {
  const { format, audioStart } = await sniffFile(path)
  if (format === 'aiff' || format === 'caf' || format === 'w64') {
    throw new MediaProblem('crashed', 'This file has to be opened by its rendition.')
  }
  const { BlobSource, EncodedPacketSink, Input, ...formats } = await import('mediabunny')
  const named: Record<PlayedFormat, InputFormat[]> = {
    wav: [formats.WAVE],
    flac: [formats.FLAC],
    mp3: [formats.MP3],
    m4a: [formats.MP4, formats.QTFF],
    aac: [formats.ADTS],
    ogg: [formats.OGG],
    opus: [formats.OGG],
  }
  // A blob has no path: whatever the file says, the demuxer cannot open another one.
  const source = new BlobSource(Bun.file(path), { maxCacheSize: CACHE_BYTES })
  const input = new Input({ source, formats: named[format] })
  const close = () => input.dispose()
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track && format === 'm4a' && (await endsInsideBox(path))) throw cutOff()
    if (!track) throw new MediaProblem('corrupt', 'This file holds no audio that can be read.')
    const video = await input.getPrimaryVideoTrack()
    // Chapter pictures have no video codec.
    if (await video?.getCodec()) throw new MediaProblem('unsupported', 'This is a video: upload its audio.')
    const codec = await track.getCodec()
    const config = await track.getDecoderConfig()
    if (!codec || !config || !CODECS[format].test(codec)) throw unsupportedCodec(await track.getInternalCodecId())
    const packets = new EncodedPacketSink(track)
    // Read before anything else: seeking first can loop forever in a damaged file.
    if (!(await packets.getFirstPacket())) throw new MediaProblem('corrupt', 'This file holds no audio.')
    refuseOddStream(config.sampleRate, config.numberOfChannels)
    if (codec === 'aac') refuseOddAac(config)
    const declaredSec =
      format === 'mp3' ? (await readMp3Stated(path, audioStart)).seconds : await track.getDurationFromMetadata()
    return { path, audioStart, format, codec, config, declaredSec, packets, close }
  } catch (error) {
    close()
    throw error
  }
}

export async function isAlac(path: string): Promise<boolean> {
  const { BlobSource, Input, MP4, QTFF } = await import('mediabunny')
  const input = new Input({ source: new BlobSource(Bun.file(path)), formats: [MP4, QTFF] })
  try {
    return (await (await input.getPrimaryAudioTrack())?.getInternalCodecId()) === 'alac'
  } catch {
    return false
  } finally {
    input.dispose()
  }
}

/** Recognises a file on disk; unlike `sniffAudio` it looks past tags of any size. */
export async function sniffFile(path: string): Promise<{ format: AudioFormat; audioStart: number }> {
  const file = Bun.file(path)
  const read = async (from: number, length: number) => await file.slice(from, from + length).bytes()
  let audioStart = 0
  for (let tags = 0; tags < MAX_TAGS; tags++) {
    const length = id3Length(await read(audioStart, 10), 0)
    if (length === 0) break
    audioStart += length
  }
  if (audioStart > 0 && audioStart >= file.size)
    throw new MediaProblem('corrupt', 'This file ends inside its own tags.')
  // Unsupported formats are refused before they are stored; here the format only has to be told
  // apart.
  const sniffed = sniffAudio(await read(audioStart, SNIFF_BYTES), { readsAlac: true })
  if (!sniffed.ok) throw new MediaProblem('unsupported', sniffed.problem)
  return { format: sniffed.format, audioStart }
}

const UNPLAYED: Readonly<Record<string, string>> = {
  alac: 'an Apple Lossless (ALAC) file, which this site cannot read',
  fLaC: 'FLAC inside an MP4 file',
  Opus: 'Opus inside an MP4 file',
  'ac-3': 'Dolby Digital',
  'ec-3': 'Dolby Digital Plus',
  'ac-4': 'Dolby AC-4',
  mlpa: 'Dolby TrueHD',
  dtsc: 'DTS',
  dtse: 'DTS',
  dtsh: 'DTS',
  dtsl: 'DTS',
  samr: 'an AMR recording',
  sawb: 'an AMR recording',
  sowt: 'PCM inside an MP4 file',
  twos: 'PCM inside an MP4 file',
  lpcm: 'PCM inside an MP4 file',
  in24: 'PCM inside an MP4 file',
  ipcm: 'PCM inside an MP4 file',
  '.mp3': 'MP3 inside an MP4 file',
}

function unsupportedCodec(id: string | number | Uint8Array | null): MediaProblem {
  const name = UNPLAYED[String(id)]
  const said = name ? `This is ${name}.` : 'The audio in this file is of a kind that browsers do not play.'
  return new MediaProblem('unsupported', `${said} Export it as FLAC, WAV or AIFF.`)
}
