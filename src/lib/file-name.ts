const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const encoder = new TextEncoder()

// Controls, line ends, marks that are not seen or that turn the direction of what follows; the joiners stay, which
// emoji and Persian are made of.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\.|$)/i

/** The text cut to so many bytes of UTF-8 between two visible characters. */
function cutBytes(text: string, maxBytes: number): string {
  let length = 0
  let bytes = 0
  for (const { segment } of graphemes.segment(text)) {
    bytes += encoder.encode(segment).length
    if (bytes > maxBytes) break
    length += segment.length
  }
  return text.slice(0, length)
}

/**
 * A text as the name of one file or folder that every file system takes: NFC, nothing that separates paths or that
 * Windows refuses, no dot or space at an end, none of its reserved names, at most `maxBytes` bytes. Empty when nothing
 * of the text can be kept.
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
