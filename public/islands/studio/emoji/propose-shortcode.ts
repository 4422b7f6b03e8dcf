import { say } from '../../../../src/lib/language/say.ts'

/** The allowed form of a shortcode (rule: emoji-for-sale). */
export const shortcodeRule = () => say('Use 2 to 32 lowercase letters, digits or underscores.')

const mostChars = 32

export const isShortcode = (text: string) => /^[a-z0-9_]{2,32}$/.test(text)

export function proposeShortcode(fileName: string, taken: ReadonlySet<string>): string {
  const plain = fileName
    .replace(/\.[a-z0-9]+$/i, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, mostChars)
  const first = isShortcode(plain) ? plain : 'emoji'
  let name = first
  for (let number = 2; taken.has(name); number += 1) name = `${first.slice(0, mostChars - 4)}_${number}`
  return name
}
