import { handlePattern } from '../account/handle.ts'

// Neither an address (ada@example.org) nor a name of another site (@ada@example.org).
const mention = /(?<![\p{L}\p{N}_@.-])@([\p{L}\p{N}_-]+)(?![\p{L}\p{N}_@-])/gu

/** Returns the first handles that a text names with an @, each once; further ones are left out. */
export function mentionedHandles(text: string, most: number): string[] {
  const named = Array.from(text.matchAll(mention), ([, handle = '']) => handle.toLowerCase())
  return [...new Set(named.filter((handle) => handlePattern.test(handle)))].slice(0, most)
}
