import type { Sheet } from '../platform/client/assets.ts'
import { configState } from '../platform/own-state.ts'
import { createDocument, type Document } from './document/html.ts'

/** Data without functions, maps or classes, which JSON restores exactly. */
export type Plain = string | number | boolean | null | undefined | readonly Plain[] | { readonly [key: string]: Plain }

export type KeptAnswer = { readonly document: Document; readonly headers: Record<string, string> }

/**
 * The documents of pages for strangers, each with the data it was rendered from. A document is
 * returned only for exactly the same data, so nobody has to invalidate this cache.
 */
export type KeptPages = {
  sentAt(path: string, stamp: string): KeptAnswer | undefined
  /** Remembers what was sent for a kept path, for as long as the stamp stays the same. */
  noteSent(path: string, stamp: string, headers: Record<string, string>): void
  /** Undefined when the data differ. */
  get(path: string, source: string): Document | undefined
  put(path: string, source: string, text: string, sheet?: Sheet): Document
}

type Sent = { readonly stamp: string; readonly headers: Record<string, string> }

type CachedPage = { readonly source: string; readonly document: Document; bytes: number; sent?: Sent }

const maxBytes = 64_000_000

/** Above 64 MB of text and encodings, it drops the least recently used. */
export const cachedPages = configState(createCachedPages)

export function createCachedPages(): KeptPages {
  const byPath = new Map<string, CachedPage>()
  let held = 0
  const forget = (path: string) => {
    held -= byPath.get(path)?.bytes ?? 0
    byPath.delete(path)
  }
  const hold = (kept: CachedPage, bytes: number) => {
    kept.bytes += bytes
    held += bytes
    for (const oldest of byPath.keys()) {
      if (held <= maxBytes) break
      forget(oldest)
    }
  }
  // Moved to the end at each use, so that the first one is the least recently used.
  const use = (path: string, kept: CachedPage) => {
    byPath.delete(path)
    byPath.set(path, kept)
    return kept.document
  }
  return {
    sentAt(path, stamp) {
      const kept = byPath.get(path)
      return kept?.sent?.stamp === stamp ? { document: use(path, kept), headers: kept.sent.headers } : undefined
    },
    noteSent(path, stamp, headers) {
      const kept = byPath.get(path)
      if (kept) kept.sent = { stamp, headers }
    },
    get(path, source) {
      const kept = byPath.get(path)
      return kept?.source === source ? use(path, kept) : undefined
    },
    put(path, source, text, sheet) {
      forget(path)
      // It grows when it is sent, in each encoding, with its style sheet and without, even when it
      // is no longer kept.
      const document = createDocument(text, {
        ...(sheet ? { sheet } : {}),
        grow: (bytes) => {
          if (byPath.get(path) === kept) hold(kept, bytes)
        },
      })
      const kept: CachedPage = { source, document, bytes: 0 }
      byPath.set(path, kept)
      // A text with a character beyond Latin-1 takes two bytes for each.
      hold(kept, (source.length + text.length) * 2)
      return document
    },
  }
}
