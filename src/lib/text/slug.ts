export type Addressed = { slug: string | null; word: string | null }

/**
 * Returns the slug of a casset: that of a co-casset, `handle.word` for a further tape of an artist,
 * else the artist's handle (rule: tapes).
 */
export const slugOf = ({ slug, word }: Addressed, handle: string): string =>
  slug ?? (word === null ? handle : `${handle}.${word}`)

/** Splits a further tape's slug; other slugs have no word, as no handle has a dot. */
export function splitSlug(slug: string): { handle: string; word: string | undefined } {
  const dot = slug.indexOf('.')
  return dot < 0 ? { handle: slug, word: undefined } : { handle: slug.slice(0, dot), word: slug.slice(dot + 1) }
}

/** Returns the path of a casset's page: `/@handle`, or `/@handle/word` for a further tape. */
export const pagePath = (slug: string): string => `/@${slug.replace('.', '/')}`

/** Returns the path of an artist's music: of their first tape, of all others while it is hidden. */
export const artistPath = ({ handle, hasFirst }: { handle: string; hasFirst: boolean }): string =>
  hasFirst ? pagePath(handle) : `${pagePath(handle)}/tapes`

/** The most characters of a slug: a handle, a dot and a word. */
export const longestSlug = 71
