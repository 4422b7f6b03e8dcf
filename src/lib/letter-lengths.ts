/** The most characters of a letter. */
export const longestLetter = 20_000

/** The most characters of a letter's subject. */
export const longestSubject = 150
