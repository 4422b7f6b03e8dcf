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

const various = new Set(
  [
    'Various Artists',
    'Various',
    'VA',
    'V.A.',
    'Verschiedene Interpreten',
    'Verschiedene Künstler',
    'Verschiedene',
    'Diverse Interpreten',
    'Diverse',
    'Varios Artistas',
    'Varios Intérpretes',
    'Varios',
    'Artistes divers',
    'Divers artistes',
    'Divers',
    'Artisti vari',
    'AA. VV.',
    'Разные исполнители',
    'Różni wykonawcy',
    'Různí interpreti',
    'ヴァリアス・アーティスト',
    'オムニバス',
    '群星',
  ].map(plain),
)

/** Returns whether a text stands for many artists: the album is a sampler, and no one's alone. */
export const isVarious = (text: string): boolean => various.has(plain(text))

/** Returns the first of the artists that a text names, as names are compared. */
export const firstNamed = (text: string): string => plain(text.split(between)[0] ?? '')
