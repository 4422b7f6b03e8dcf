import { currentLanguage } from './say.ts'

/**
 * Returns a label as it stands inside a sentence or a list: "remix it". Not changed in German,
 * whose nouns have capitals anywhere.
 */
export const inSentence = (label: string): string =>
  currentLanguage() === 'de' ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`
