export const mostStyles = 5

/** The key under which the same words of different artists are one: "Lo-Fi" and "lo-fi". */
export const wordKey = (word: string): string => word.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Returns styles in their order, without repeats. */
export function distinctStyles(styles: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const style of styles) {
    const clean = style.trim()
    if (clean !== '' && !known.has(wordKey(clean))) known.set(wordKey(clean), clean)
  }
  return [...known.values()]
}

/** Returns the styles that somebody wrote with commas between them. */
export const readStyles = (text: string): string[] => distinctStyles(text.split(/[,;\n]/))
