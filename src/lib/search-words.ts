import { cutText } from './code-points.ts'

const word = /[\p{L}\p{M}\p{N}]+/gu
const hasSound = /[\p{L}\p{N}]/u
const most = 8

/**
 * The longest word beginnings in the indexes, in characters; the rest of a longer word is ignored.
 */
const longestBeginning = 12

/**
 * Returns the words of a typed search: runs of letters and digits, at most eight, without operators
 * of full-text search.
 */
export const searchWords = (text: string): string[] =>
  (text.normalize('NFC').match(word) ?? []).filter((each) => hasSound.test(each)).slice(0, most)

/**
 * Returns the full-text query for rows that have a word with each of the typed beginnings; null
 * when the text has nothing to search for.
 */
export function queryOfBeginnings(text: string): string | null {
  const words = searchWords(text)
  return words.length === 0 ? null : words.map((each) => `"${cutText(each, longestBeginning)}"*`).join(' ')
}
