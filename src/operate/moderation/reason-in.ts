import { cleanLines } from '../../account/clean-text.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'

/**
 * Returns a reason without marks that hide what it says. Throws VALIDATION where nothing of it is
 * seen.
 */
export function reasonIn(text: string, field: string, words = say('Say why.')): string {
  const reason = cleanLines(text)
  if (reason === null) throw invalid(field, words)
  return reason
}
