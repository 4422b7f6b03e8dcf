import { cleanLine } from '../../account/clean-text.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { foldText } from '../../lib/text/fold-text.ts'

/** Returns a text on one line, as it is stored; empty when nothing in it is visible. */
export const toLine = (typed: string): string => cleanLine(typed.normalize('NFC'))

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
