import { currentLanguage } from './say.ts'

/**
 * Returns a label as it stands inside a sentence or a list: "remix it". An abbreviation keeps its
 * capitals, and so do the nouns of German.
 */
export const inSentence = (label: string): string =>
  currentLanguage() === 'de' ? label : label.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase())
