import { invalid } from '../errors.ts'
import { say } from '../lib/language/say.ts'

// Space of any width, line ends, other control characters, and bidirectional marks.
const unruly = /[\s\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu
const unrulyButLineEnds = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu
// Letters and signs that are empty by design: of Braille, of notes, of hieroglyphs, and fillers.
const visible = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{13441}\u{13442}]]/v

// Scripts, names and emoji need these, at most two of them in a row and after a visible character.
const joiners = String.raw`[\u200C\u200D\uFE00-\uFE0F\u180B-\u180D\u{E0100}-\u{E01EF}]`
const invisible = new RegExp(String.raw`(?!${joiners})\p{Default_Ignorable_Code_Point}`, 'gu')
const looseJoiners = new RegExp(`(?<=^|\\s)${joiners}+|(?<=${joiners}{2})${joiners}+`, 'gu')
const towers = /(?<=(?:\p{M}[\u200C\u200D]?){4})[\p{M}\u200C\u200D]+/gu

/** Without floods of invisible characters, and without towers of marks (rule: visible-text). */
const withoutFloods = (text: string): string =>
  text.replace(invisible, '').replace(looseJoiners, '').replace(towers, '')

/** Returns a text on one line, trimmed, without control characters; empty when none is visible. */
export function cleanLine(text: string): string {
  return visible.test(text) ? withoutFloods(text.replace(unruly, ' ')).trim() : ''
}

/** Returns a text with its line breaks; null when nothing in it is visible. */
export function cleanLines(text: string | null): string | null {
  if (text === null || !visible.test(text)) return null
  return withoutFloods(text.replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n').replace(unrulyButLineEnds, '')).trim()
}

/** Returns a display name as it is stored. Throws VALIDATION when nothing in it is visible. */
export function readDisplayName(written: string): string {
  const displayName = cleanLine(written)
  if (displayName === '') throw invalid('displayName', say('Enter a name with at least one visible character.'))
  return displayName
}
