import { ownLanguage } from './languages.ts'
import { inLanguage } from './say.ts'

/**
 * Returns a text that was stored in English in the language of its reader: `texts` says those that
 * it may be. Any other text is returned as it is.
 */
export function sayStored(stored: string, texts: () => readonly string[]): string {
  const place = inLanguage(ownLanguage, texts).indexOf(stored)
  return texts()[place] ?? stored
}
