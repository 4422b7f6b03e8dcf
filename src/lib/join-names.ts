/**
 * Returns names as a sentence has them: "Nova, Ada and Ben", or with more than `most` of them
 * "Nova, Ada and 3 more".
 */
import { say } from './language/say.ts'

export function joinNames(names: readonly string[], most = 4): string {
  const isCut = names.length > most
  const shown = isCut ? [...names.slice(0, most - 1), say('{names} more', { names: names.length - most + 1 })] : names
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : say('{list} and {last}', { list: shown.slice(0, -1).join(', '), last })
}
