import { cleanLine } from '../../account/clean-text.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { foldText } from '../../lib/text/fold-text.ts'

// Scripts and emoji need these three, at most two of them in a row and after a visible character.
const invisible = /(?!\u200C|\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}/gu
const looseJoiners = /(?<=^|\s)(?:\u200C|\u200D|\uFE0F)+|(?<=(?:\u200C|\u200D|\uFE0F){2})(?:\u200C|\u200D|\uFE0F)+/gu
const towers = /(?<=\p{M}{4})\p{M}+/gu

/** Returns a text without floods of invisible characters, and without towers of marks. */
const withoutFloods = (text: string): string =>
  text.replace(invisible, '').replace(looseJoiners, '').replace(towers, '')

/** Returns a text on one line, as it is stored; empty when nothing in it is visible. */
export const toLine = (typed: string): string => cleanLine(withoutFloods(typed.normalize('NFC')))

/** Returns a text on one line. Throws VALIDATION for this field when nothing in it is visible. */
export function cleanComment(typed: string, field = 'text'): string {
  const text = toLine(typed)
  if (text === '') throw invalid(field, say('Write something that can be seen.'))
  return text
}

export function hasWord(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const folded = foldText(text)
  return words.some((word) => folded.includes(foldText(word)))
}
