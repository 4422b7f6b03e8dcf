import type { Document } from './html.ts'

/** Data without functions, maps or classes: as JSON it is the same data again. */
export type Plain = string | number | boolean | null | undefined | readonly Plain[] | { readonly [key: string]: Plain }

/**
 * The documents of pages for strangers, each with the data it was rendered from. A document is given only for the very
 * same data, so nobody has to tell this cache what changed.
 */
export type KeptPages = {
  /** Returns the document that was rendered at this path from this data; undefined when the data were others. */
  get(path: string, source: string): Document | undefined
  put(path: string, source: string, document: Document): void
}

type Kept = { readonly source: string; readonly document: Document; readonly size: number }

const maxCharacters = 32_000_000

/** Creates an empty cache; what was not asked for longest is dropped above 32 million characters. */
export function createKeptPages(): KeptPages {
  const byPath = new Map<string, Kept>()
  let held = 0
  const forget = (path: string) => {
    held -= byPath.get(path)?.size ?? 0
    byPath.delete(path)
  }
  return {
    get(path, source) {
      const kept = byPath.get(path)
      if (kept?.source !== source) return undefined
      // Moved to the end at each use, so that the first one is the least recently used.
      byPath.delete(path)
      byPath.set(path, kept)
      return kept.document
    },
    put(path, source, document) {
      forget(path)
      // Twice the text: its compressed forms come with it.
      const size = source.length + document.text.length * 2
      byPath.set(path, { source, document, size })
      held += size
      for (const oldest of byPath.keys()) {
        if (held <= maxCharacters) break
        forget(oldest)
      }
    },
  }
}
