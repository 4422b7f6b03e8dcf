export const longestHandle = 30

/** The characters of a handle (rule: handle). */
export const handlePattern = /^[a-z0-9_-]{3,30}$/

// Letters that do not decompose into a plain letter and a mark.
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Returns a name in lower-case letters, digits and hyphens: maybe too short, or empty. */
export const handleFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? '')
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longestHandle)
    .replace(/-+$/, '')
