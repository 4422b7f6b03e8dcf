import { once } from '../turn/once.ts'

const graphemes = once(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))
const encoder = new TextEncoder()

// Control characters, line ends, invisible and bidirectional marks; joiners stay, because emoji and
// Persian need them.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\.|$)/i

/** Returns the text cut to so many bytes of UTF-8 between two visible characters. */
function cutBytes(text: string, maxBytes: number): string {
  let length = 0
  let bytes = 0
  for (const { segment } of graphemes().segment(text)) {
    bytes += encoder.encode(segment).length
    if (bytes > maxBytes) break
    length += segment.length
  }
  return text.slice(0, length)
}

/**
 * Returns a text as a file or folder name that every file system accepts: NFC, no path separators
 * or characters that Windows refuses, no dot or space at an end, none of its reserved names, at
 * most `maxBytes` bytes. Empty when nothing of the text is left.
 */
export function fileName(text: string, maxBytes: number): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(unseen, '')
    .replace(/[/\\:|]/g, '-')
    .replaceAll('"', "'")
    .replace(/[*?<>\uFFFD]/g, '')
  const ended = cutBytes(plain.replace(/^[. ]+/, ''), maxBytes).replace(/[. ]+$/, '')
  return reserved.test(ended) ? cutBytes(`_${ended}`, maxBytes) : ended
}
