import { inEachLanguage } from '../language/formats.ts'
import { say } from '../language/say.ts'

const lists = inEachLanguage((locale) => new Intl.ListFormat(locale))

/** Returns texts as a sentence has them: "Nova, Ada and Ben". */
export const listText = (texts: readonly string[]): string => lists().format(texts)

/** Returns names as a sentence has them, with more than `most` of them "Nova, Ada and 3 more". */
export function joinNames(names: readonly string[], most = 4): string {
  if (names.length <= most) return listText(names)
  const more = names.length - most + 1
  return listText([...names.slice(0, most - 1), say('{more} more ## at the end of a list of names', { more })])
}
