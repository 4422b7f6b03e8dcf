const word = /[\p{L}\p{M}\p{N}]+/gu
const hasSound = /[\p{L}\p{N}]/u
const most = 8

/**
 * Returns the words of a text that somebody typed to search: runs of letters and digits, at most eight. Nothing that is an
 * operator of a query of full-text search is in them.
 */
export const searchWords = (text: string): string[] =>
  (text.normalize('NFC').match(word) ?? []).filter((each) => hasSound.test(each)).slice(0, most)
