import { cleanLines } from '../../../account/clean-text.ts'
import { invalid } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'

/** Marks that hide the text are dropped. Throws VALIDATION where nothing is seen. */
export function reasonIn(text: string, field: string, words = say('Say why.')): string {
  const reason = cleanLines(text)
  if (reason === null) throw invalid(field, words)
  return reason
}
