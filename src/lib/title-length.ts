/**
 * Returns the length class of a title; absent for a short one. Longer ones get smaller letters, so
 * that the content below stays in sight.
 */
export function titleLength(text: string): 'long' | 'endless' | undefined {
  if (text.length > 48) return 'endless'
  return text.length > 16 ? 'long' : undefined
}
