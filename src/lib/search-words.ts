import { cutText } from './code-points.ts'

const word = /[\p{L}\p{M}\p{N}]+/gu
const hasSound = /[\p{L}\p{N}]/u
const most = 8

/** The longest beginnings of words that the indexes have, in characters; the rest of a longer word is not looked at. */
const longestBeginning = 12

/**
 * Returns the words of a text that somebody typed to search: runs of letters and digits, at most eight. Nothing that is an
 * operator of a query of full-text search is in them.
 */
export const searchWords = (text: string): string[] =>
  (text.normalize('NFC').match(word) ?? []).filter((each) => hasSound.test(each)).slice(0, most)

/**
 * Returns the query of full-text search for what has a word with each of the beginnings that somebody typed; null when
 * nothing in the text can be searched for.
 */
export function queryOfBeginnings(text: string): string | null {
  const words = searchWords(text)
  return words.length === 0 ? null : words.map((each) => `"${cutText(each, longestBeginning)}"*`).join(' ')
}
