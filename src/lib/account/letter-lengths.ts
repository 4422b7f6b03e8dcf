export const longestLetter = 20_000

export const longestSubject = 150
