import { foldWords } from '../text/fold-text.ts'

export const mostBlocked = 500

/** A word of a block list: as it was written, and in the form that is looked for. */
export type BlockedWord = { readonly written: string; readonly folded: string }

// Scripts whose words stand next to each other without a space.
const unspaced = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]'
const opens = new RegExp(`^ (?=${unspaced})`, 'u')
const closes = new RegExp(`(?<=${unspaced}) $`, 'u')

/** Returns a word as it is looked for; undefined for one without a letter or digit. */
export function readBlockedWord(written: string): BlockedWord | undefined {
  const whole = foldWords(written)
  return whole === ' ' ? undefined : { written, folded: whole.replace(opens, '').replace(closes, '') }
}

/**
 * Returns the first word of a list that is in a text (rule: block-lists): a whole word, or, in a
 * script without spaces, any part. Undefined when none is.
 */
export function blockedWordIn(text: string, list: readonly BlockedWord[]): string | undefined {
  if (list.length === 0) return undefined
  const folded = foldWords(text)
  return list.find((word) => folded.includes(word.folded))?.written
}

/** Returns the domain of a list that an email address is at or below; undefined when none is. */
export function blockedDomainOf(address: string, domains: ReadonlySet<string>): string | undefined {
  if (domains.size === 0) return undefined
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.')
  return labels.map((_, at) => labels.slice(at).join('.')).find((domain) => domains.has(domain))
}
