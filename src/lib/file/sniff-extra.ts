import type { ExtraFormat } from './extra-formats.ts'

/** Why a file is none: it is sound, a page or drawing that can run scripts, or anything else. */
export type NoExtra = 'sound' | 'markup' | 'empty' | 'other'

const plainEndings = ['md', 'lrc', 'srt', 'vtt', 'csv'] as const

const starts: readonly [ExtraFormat, number, string][] = [
  ['jpg', 0, 'ffd8ff'],
  ['png', 0, '89504e470d0a1a0a'],
  ['gif', 0, '47494638'],
  ['webp', 8, '57454250'],
]

const soundBrands = /^(?:M4A|M4B|M4P|F4A|F4B)/
// Of HEIC, AVIF and Canon's raw pictures: no browser of everybody shows them.
const pictureBrands = /^(?:hei[cfmsx]|hev[cmsx]|mif1|msf1|avi[fs]|crx )/
const sounds = /^(?:RIFF....WAVE|RF64|riff\x2e|FORM....AIF|fLaC|OggS|ID3|caff|MAC |wvPk|#!AMR|\xff[\xe2-\xfb])/s

/**
 * Returns the format of a file by its first 65,536 bytes, or all of a shorter one; never by its
 * name, which only chooses between the endings of plain text. `why` says why it is none.
 */
export function sniffExtra(head: Uint8Array, name: string): { format: ExtraFormat } | { why: NoExtra } {
  if (head.length === 0) return { why: 'empty' }
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const start = bytes.toString('latin1', 0, 64)
  const found = starts.find(([, at, hex]) => bytes.toString('hex', at, at + hex.length / 2) === hex)
  if (found) return { format: found[0] }
  if (/^(?:\xef\xbb\xbf)?\s*%PDF-/.test(start)) return { format: 'pdf' }
  if (start.startsWith('PK\x03\x04')) {
    return { format: start.slice(30, 58) === 'mimetypeapplication/epub+zip' ? 'epub' : 'zip' }
  }
  if (start.startsWith('\x1a\x45\xdf\xa3')) return { format: bytes.subarray(0, 64).includes('webm') ? 'webm' : 'mkv' }
  if (start.slice(4, 8) === 'ftyp') return ofBrand(start.slice(8, 12))
  if (sounds.test(start)) return { why: 'sound' }
  return ofText(head, name)
}

function ofBrand(brand: string): { format: ExtraFormat } | { why: NoExtra } {
  if (soundBrands.test(brand)) return { why: 'sound' }
  if (pictureBrands.test(brand)) return { why: 'other' }
  return { format: brand === 'qt  ' ? 'mov' : 'mp4' }
}

// Tabs, line ends, form feeds and the colours of terminals are in what people call text.
const inText = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])
const isBinary = (byte: number) => (byte < 0x20 && !inText.has(byte)) || byte === 0x7f

function ofText(head: Uint8Array, name: string): { format: ExtraFormat } | { why: NoExtra } {
  const text = decoded(head)
  if (text === null || head.some(isBinary)) return { why: 'other' }
  if (/^\s*<(?:[a-z!?/]|$)/i.test(text)) return { why: 'markup' }
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return { format: plainEndings.find((each) => each === ending) ?? 'txt' }
}

function decoded(head: Uint8Array): string | null {
  try {
    // The last letter may be cut off, in a head of a longer file.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return null
  }
}
