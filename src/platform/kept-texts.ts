import { ownState } from './own-state.ts'

const mostCharacters = 8_000_000

/**
 * Texts that cost work to make, by all that they are made of, so that no part can be forgotten.
 * Above eight million characters the least recently used go.
 */
export const keptTexts = ownState(() => {
  const kept = new Map<string, string>()
  let held = 0
  return {
    /** Returns the text made of these parts; `make` is called when it is not kept. */
    get(parts: readonly unknown[], make: () => string): string {
      const key = JSON.stringify(parts)
      const known = kept.get(key)
      const text = known ?? make()
      // Moved to the end at each use.
      if (known === undefined) held += key.length + text.length
      else kept.delete(key)
      kept.set(key, text)
      for (const [oldest, { length }] of kept) {
        if (held <= mostCharacters) break
        kept.delete(oldest)
        held -= oldest.length + length
      }
      return text
    },
  }
})
