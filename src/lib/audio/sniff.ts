import { say } from '../language/say.ts'
import type { AudioFormat } from './formats.ts'
import { contentTypeOf } from './formats.ts'
import { hasText } from './has-text.ts'
import {
  adtsFrameLength,
  hasFramesAt,
  id3Length,
  latmFrameLength,
  layer1FrameLength,
  layer2FrameLength,
  mp3FrameLength,
} from './mpeg-header.ts'
import { contentOf, pagesIn } from './ogg-page.ts'

/** The type of a file by its first bytes, or the reason for the artist why it is not accepted. */
export type Sniffed = { ok: true; format: AudioFormat; contentType: string } | { ok: false; problem: string }

/** How many of a file's first bytes `sniffAudio` needs; fewer only when the file is shorter. */
export const SNIFF_BYTES = 65_536

const accepted = () => say('WAV, AIFF, FLAC, MP3, M4A/AAC, Ogg Vorbis or Opus')
const LEADING_JUNK = 16_384

const NAMED: readonly (readonly [magic: string, at: number, name: () => string])[] = [
  ['\x1aE\xdf\xa3', 0, () => say('a WebM or Matroska file')],
  ['\x30\x26\xb2\x75', 0, () => say('a Windows Media file')],
  ['wvpk', 0, () => say('a WavPack file')],
  ['MAC ', 0, () => say("a Monkey's Audio file")],
  ['DSD ', 0, () => say('a DSD file')],
  ['FRM8', 0, () => say('a DSD file')],
  ['MThd', 0, () => say('a MIDI file')],
  ['\x0b\x77', 0, () => say('a Dolby Digital (AC-3) file')],
  ['\x7f\xfe\x80\x01', 0, () => say('a DTS file')],
  ['TTA1', 0, () => say('a True Audio file')],
  ['MPCK', 0, () => say('a Musepack file')],
  ['MP+', 0, () => say('a Musepack file')],
  ['OFR ', 0, () => say('an OptimFROG file')],
  ['#!AMR', 0, () => say('an AMR recording')],
  ['.snd', 0, () => say('an AU file')],
  ['RIFX', 0, () => say('a big-endian WAV file')],
  ['AVI ', 8, () => say('a video')],
  ['\x00\x00\x01\xba', 0, () => say('a video')],
  ['FLV', 0, () => say('a video')],
  ['PK\x03\x04', 0, () => say('a zip archive')],
  ['%PDF', 0, () => say('a PDF')],
  ['\x89PNG', 0, () => say('a picture')],
  ['\xff\xd8\xff', 0, () => say('a picture')],
  ['GIF8', 0, () => say('a picture')],
  ['WEBP', 8, () => say('a picture')],
]

const MP4_ENTRIES: Readonly<Record<string, () => string>> = {
  alac: () => say('an Apple Lossless (ALAC) file, which this site cannot read'),
  drms: () => say('a copy-protected file'),
  enca: () => say('a copy-protected file'),
  fLaC: () => say('FLAC inside an MP4 file'),
  Opus: () => say('Opus inside an MP4 file'),
  'ac-3': () => say('a Dolby file'),
  'ec-3': () => say('a Dolby file'),
  dtsc: () => say('a DTS file'),
  dtse: () => say('a DTS file'),
  dtsh: () => say('a DTS file'),
  dtsl: () => say('a DTS file'),
  samr: () => say('an AMR recording'),
  sawb: () => say('an AMR recording'),
  avc1: () => say('a video'),
  hvc1: () => say('a video'),
  hev1: () => say('a video'),
  av01: () => say('a video'),
  vp09: () => say('a video'),
  mp4v: () => say('a video'),
}

/** Formats that the server decodes with help: ALAC where its host has ffmpeg. */
export type Means = { readsAlac: boolean }

/** Recognises audio by content only, never by a name or a declared type (rule: early-refusal). */
export function sniffAudio(head: Uint8Array, { readsAlac }: Means = { readsAlac: false }): Sniffed {
  if (head.length === 0) return { ok: false, problem: say('This file is empty.') }
  const is = (text: string, at = 0) => hasText(head, text, at)
  if ((is('RIFF') || is('RF64') || is('BW64')) && is('WAVE', 8)) return accept('wav')
  if (is('FORM') && (is('AIFF', 8) || is('AIFC', 8))) return accept('aiff')
  if (is('caff')) return accept('caf')
  if (is('riff') && is('wave', 24)) return accept('w64')
  if (is('fLaC')) return accept('flac')
  if (is('OggS')) return sniffOgg(head)
  if (is('ftyp', 4)) return sniffMp4(head, readsAlac)
  if (is('moov', 4) || is('mdat', 4) || is('wide', 4)) return refuse(say('an old QuickTime file'))
  if (isPlaylist(head)) return refuse(say('a playlist and holds no audio itself'))
  const name = nameAt(head, 0)
  return name ? refuse(name()) : sniffFrames(head)
}

function accept(format: AudioFormat): Sniffed {
  return { ok: true, format, contentType: contentTypeOf(format) }
}

function refuse(kind: string): Sniffed {
  return { ok: false, problem: say('This is {kind}. Upload {formats}.', { kind, formats: accepted() }) }
}

const nameAt = (head: Uint8Array, from: number) => NAMED.find(([magic, at]) => hasText(head, magic, from + at))?.[2]

function isPlaylist(head: Uint8Array): boolean {
  return /^\s*(#EXTM3U|#EXT-X-|\[playlist\])/i.test(new TextDecoder().decode(head.subarray(0, 256)))
}

function sniffOgg(head: Uint8Array): Sniffed {
  // Streams of other kinds may be announced before the sound.
  const beginnings = pagesIn(head, head.length).pages.map(contentOf)
  if (beginnings.some((content) => hasText(content, '\x01vorbis', 0))) return accept('ogg')
  if (beginnings.some((content) => hasText(content, 'OpusHead', 0))) return accept('opus')
  if (beginnings.some((content) => hasText(content, '\x7fFLAC', 0))) return refuse(say('FLAC inside an Ogg file'))
  if (beginnings.some((content) => hasText(content, 'Speex', 0))) return refuse(say('a Speex recording'))
  return refuse(say('an Ogg file without Vorbis or Opus audio'))
}

function sniffMp4(head: Uint8Array, readsAlac: boolean): Sniffed {
  if (['avif', 'heic', 'heix', 'mif1', 'crx '].some((brand) => hasText(head, brand, 8))) return refuse(say('a picture'))
  if (['M4V ', 'f4v ', 'f4p '].some((brand) => hasText(head, brand, 8))) return refuse(say('a video'))
  for (const at of occurrences(head, 'stsd')) {
    const entry = new TextDecoder('latin1').decode(head.subarray(at + 16, at + 20))
    const name = MP4_ENTRIES[entry]
    if (name && !(entry === 'alac' && readsAlac)) return refuse(name())
  }
  return accept('m4a')
}

function* occurrences(head: Uint8Array, text: string): Generator<number> {
  const first = text.charCodeAt(0)
  for (let at = head.indexOf(first); at >= 0; at = head.indexOf(first, at + 1)) if (hasText(head, text, at)) yield at
}

/** MP3 and ADTS have no signature: tags are skipped and frames must follow one another. */
function sniffFrames(head: Uint8Array): Sniffed {
  let at = 0
  for (let length = id3Length(head, at); length > 0; length = id3Length(head, at)) at += length
  // A tag longer than the available bytes (a large cover) hides the frames; it is nearly always an
  // MP3.
  if (at >= head.length) return accept('mp3')
  if (at > 0 && hasText(head, 'fLaC', at)) return accept('flac')
  if (at > 0 && hasText(head, 'RIFF', at) && hasText(head, 'WAVE', at + 8)) return accept('wav')
  const name = at > 0 && nameAt(head, at)
  if (name) return refuse(name())
  for (const end = Math.min(head.length, at + LEADING_JUNK); at < end; at++) {
    if (head[at] === 0x56 && hasFramesAt(head, at, latmFrameLength))
      return refuse(say('AAC as broadcasts send it (LATM)'))
    if (head[at] !== 0xff) continue
    if (hasFramesAt(head, at, mp3FrameLength)) return accept('mp3')
    if (hasFramesAt(head, at, adtsFrameLength)) return accept('aac')
    if (hasFramesAt(head, at, layer2FrameLength)) return refuse(say('an MP2 file (MPEG layer II)'))
    if (hasFramesAt(head, at, layer1FrameLength)) return refuse(say('an MP1 file (MPEG layer I)'))
  }
  return {
    ok: false,
    problem: say('This file was not recognised as audio. Upload {formats}.', { formats: accepted() }),
  }
}
