/** How long a title is; absent for one that is not. Longer ones get smaller letters, so that what follows stays in sight. */
export function titleLength(text: string): 'long' | 'endless' | undefined {
  if (text.length > 48) return 'endless'
  return text.length > 16 ? 'long' : undefined
}
