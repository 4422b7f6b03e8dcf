/**
 * Returns the length class of a title; absent for a short one. Longer ones get smaller letters, so
 * that the content below stays in sight.
 */
export function titleLength(text: string): 'long' | 'endless' | undefined {
  if (text.length > 48) return 'endless'
  return text.length > 16 ? 'long' : undefined
}

/**
 * Returns the length class of the longest word of a title that is not broken between any two
 * letters; absent where no word is long. A narrow column has smaller letters for it.
 */
export function wordLength(text: string): 'wide' | 'widest' | undefined {
  const words = text.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}]+/gu) ?? []
  const longest = Math.max(0, ...words.map((word) => word.length))
  if (longest > 11) return 'widest'
  return longest > 7 ? 'wide' : undefined
}
