const between = /\s*(?:,|;|\/|\+|&|\||\b(?:feat|ft|featuring|with|and|vs|x)\b\.?)\s*/i

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Returns whether what a file says of its artist names one of these names: alone, or together with
 * others as in "Nova feat. Ada". Case, accents and punctuation do not matter.
 */
export function isNamed(text: string, names: readonly string[]): boolean {
  const known = new Set(names.map(plain).filter((name) => name !== ''))
  return known.has(plain(text)) || text.split(between).some((part) => known.has(plain(part)))
}
