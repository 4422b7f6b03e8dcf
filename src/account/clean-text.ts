import { invalid } from '../errors.ts'
import { say } from '../lib/language/say.ts'

// Space of any width, line ends, other control characters, and bidirectional marks.
const unruly = /[\s\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu
const unrulyButLineEnds = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Returns a text on one line, trimmed, without control characters; empty when none is visible. */
export function cleanLine(text: string): string {
  return visible.test(text) ? text.replace(unruly, ' ').trim() : ''
}

/** Returns a text with its line breaks; null when nothing in it is visible. */
export function cleanLines(text: string | null): string | null {
  if (text === null || !visible.test(text)) return null
  return text
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(unrulyButLineEnds, '')
    .trim()
}

/** Returns a display name as it is stored. Throws VALIDATION when nothing in it is visible. */
export function readDisplayName(written: string): string {
  const displayName = cleanLine(written)
  if (displayName === '') throw invalid('displayName', say('Enter a name with at least one visible character.'))
  return displayName
}
