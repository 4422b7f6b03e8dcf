import type { ClipContainer } from '../../casset/audio/ingest/media.ts'
import { AppError } from '../../errors.ts'
import { sniffAudio } from '../../lib/audio/sniff.ts'
import { say } from '../../lib/language/say.ts'

const ebml = [0x1a, 0x45, 0xdf, 0xa3]
// Pictures and QuickTime films use the same boxes.
const others = /^(?:avif|avis|heic|heix|mif1|msf1|crx |qt {2})/
const headLength = 64

/** Returns a clip's type by its bytes, never its name. Throws UNSUPPORTED_MEDIA_TYPE. */
export function recogniseClip(head: Uint8Array): ClipContainer {
  const text = new TextDecoder('latin1').decode(head.subarray(0, headLength))
  if (text.startsWith('ftyp', 4) && !others.test(text.slice(8))) return 'mp4'
  if (ebml.every((byte, at) => head[at] === byte) && text.includes('webm')) return 'webm'
  const sniffed = sniffAudio(head)
  if (sniffed.ok && sniffed.format === 'mp3') return 'mp3'
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', say('A clip is an MP4, WebM, MP3 or M4A file.'), { field: 'file' })
}
