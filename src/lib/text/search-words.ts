import { cutText } from './code-points.ts'

const word = /[\p{L}\p{M}\p{N}]+/gu
const hasSound = /[\p{L}\p{N}]/u

/** The most words of a typed search that count; the rest is ignored. */
export const mostSearchWords = 8

/** The longest beginning of a word in the indexes, in characters; its rest is ignored. */
export const longestBeginning = 12

/**
 * Returns the words of a typed search: runs of letters and digits, without operators of full-text
 * search.
 */
export const searchWords = (text: string): string[] =>
  (text.normalize('NFC').match(word) ?? []).filter((each) => hasSound.test(each)).slice(0, mostSearchWords)

/** Returns a text without case and diacritics, as searches compare it. */
export const plainText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns the words of a text in the form in which `beginningsOf` are looked for. */
export const wordsIn = (text: string): string => ` ${(plainText(text).match(word) ?? []).join(' ')}`

/**
 * Returns the beginnings that a typed search looks for, each with the space before it: a word of
 * `wordsIn` begins so when that text includes it.
 */
export const beginningsOf = (text: string): string[] =>
  searchWords(text).map((each) => ` ${cutText(plainText(each), longestBeginning)}`)

/**
 * Returns the full-text query for rows that have a word with each of the typed beginnings; null
 * when the text has nothing to search for.
 */
export function queryOfBeginnings(text: string): string | null {
  const words = searchWords(text)
  return words.length === 0 ? null : words.map((each) => `"${cutText(each, longestBeginning)}"*`).join(' ')
}
