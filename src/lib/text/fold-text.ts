const ignorable = /\p{Default_Ignorable_Code_Point}/gu
// Accents, but not the marks of scripts that change the letter: "ガス" is not "カス".
const accents = /[[\p{Script=Inherited}&&\p{M}]--[\u3099\u309A]]/gv
const words = /[\p{L}\p{N}\p{M}]+/gu

/** Folds a text to match words: no case, width or invisible characters (rule: room-settings). */
export const foldText = (text: string): string =>
  text.normalize('NFKC').replace(ignorable, '').toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim()

/**
 * Returns the words of a text, folded and without accents, each between two spaces; a single space
 * where it has none. A text contains a word if its folded form contains that of the word.
 */
export function foldWords(text: string): string {
  const found = foldText(text).normalize('NFD').replace(accents, '').normalize('NFC').match(words) ?? []
  return ` ${found.map((word) => `${word} `).join('')}`
}
