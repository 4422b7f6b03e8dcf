import { say } from '../language/say.ts'

/** Minimum length of a password, in code points (rule: password). */
export const shortestPassword = 10

export const longestPassword = 200

/** A password is strong from this length: NIST SP 800-63B-4's minimum without a second factor. */
export const strongLength = 15

export type Weakness = 'common' | 'pattern' | 'context'

/**
 * The words that a password is compared with: the list of common ones, and words that a guesser
 * would try for this account.
 */
export type Guesses = { isCommon: (text: string) => boolean; words: readonly string[] }

export const weaknessText = () => say('This password is too easy to guess.')

export const weaknessReason = (weakness: Weakness): string =>
  ({
    common: say('Too easy to guess: it is one that everybody tries first.'),
    pattern: say('Too easy to guess: it repeats itself or runs along the keyboard.'),
    context: say('Too easy to guess: it is little more than a name or address.'),
  })[weakness]

export const weaknessHint = (weakness: Weakness): string =>
  ({
    common: say('It is one that everybody tries first. A few words in a row that do not belong together are better.'),
    pattern: say(
      'It repeats itself or runs along the keyboard. A few words in a row that do not belong together are better.',
    ),
    context: say(
      'It is little more than a name or address. A few words in a row that do not belong together are better.',
    ),
  })[weakness]

const shortestWord = 3
const disguises: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '9': 'g',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
}
const rows = [
  'qwertyuiop[]',
  'qwertzuiopü',
  'azertyuiop',
  'asdfghjkl;',
  "asdfghjkl'",
  'zxcvbnm,./',
  'yxcvbnm',
  '1234567890',
]

const reversed = (text: string): string => [...text].toReversed().join('')

/** Returns the text with digits and signs read as letters: once with "1" as i, once as l. */
const undisguised = (text: string): string[] =>
  ['i', 'l'].map((one) => text.replace(/[@4839!0$57+1]/g, (sign) => disguises[sign] ?? one))

/**
 * Returns why a password is too easy to guess; undefined when it is not. No rule requires digits or
 * signs (NIST SP 800-63B): the guesses that attackers try first are refused. A password without
 * Latin letters or digits is not judged.
 */
export function weaknessOf(password: string, { isCommon, words }: Guesses): Weakness | undefined {
  const text = password.normalize('NFKC').toLowerCase()
  if (!/[\x20-\x7e]/.test(text)) return undefined
  if (isLittleMoreThan(text, words)) return 'context'
  if (isCommonInside(text, isCommon)) return 'common'
  const unit = repeatedUnit(text)
  if (unit !== undefined && (unit.length <= 4 || isCommonInside(unit.trim(), isCommon))) return 'pattern'
  return runsAlong(text) || isDate(text) ? 'pattern' : undefined
}

/** Whether this is a common password, or one with simple additions at its start and end. */
function isCommonInside(text: string, isCommon: Guesses['isCommon']): boolean {
  const isKnown = (core: string) => [core, reversed(core), ...undisguised(core)].some(isCommon)
  if (isKnown(text)) return true
  const [, before = '', core = '', behind = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/u.exec(text) ?? []
  const isSimple = (more: string) => {
    const figures = more.replace(/[^\p{L}\p{N}]/gu, '')
    return figures.length <= 4 || isCommon(figures) || runsAlong(figures)
  }
  if (!isSimple(before) || !isSimple(behind)) return false
  // "p4$$w0rd!": the sign at the end may replace an email too.
  const cores = [core, before + core, core + behind, core + behind.slice(0, 1), core + behind.slice(0, 2)]
  return cores.some((each) => each.length > shortestWord && isKnown(each))
}

/** Whether only a few digits, signs and letters are left without the account's words. */
function isLittleMoreThan(text: string, words: readonly string[]): boolean {
  const known = words.filter((word) => word.length >= shortestWord).flatMap((word) => [word, reversed(word)])
  for (const form of [text, ...undisguised(text)]) {
    let [left, raw] = [form, text]
    for (const word of known.toSorted((a, b) => b.length - a.length)) {
      for (let at = left.indexOf(word); at >= 0; at = left.indexOf(word)) {
        left = `${left.slice(0, at)} ${left.slice(at + word.length)}`
        raw = `${raw.slice(0, at)} ${raw.slice(at + word.length)}`
      }
    }
    if (raw === text) continue
    const letters = raw.replace(/[^\p{L}]/gu, '')
    const figures = raw.replace(/[^\p{N}]/gu, '')
    if (letters.length <= 2 && (figures.length <= 6 || runsAlong(figures))) return true
  }
  return false
}

/** Returns the unit that a text repeats from start to end, the last time perhaps incomplete. */
function repeatedUnit(text: string): string | undefined {
  for (let length = 1; length <= (text.length + 1) / 2; length += 1) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit
  }
  return undefined
}

const isDate = (text: string): boolean => /^[\d\s./-]+$/.test(text) && text.replace(/\D/g, '').length <= 8

/**
 * Returns whether all but two characters belong to runs of three or more: repeated, consecutive, or
 * adjacent on a keyboard.
 */
function runsAlong(text: string): boolean {
  let outside = 0
  for (let at = 0; at < text.length; ) {
    const length = runAt(text, at)
    if (length < 3) outside += 1
    at += length < 3 ? 1 : length
  }
  return text.length > 0 && outside <= 2
}

function runAt(text: string, start: number): number {
  const stretch = (isNext: (a: string, b: string) => boolean) => {
    let end = start + 1
    while (end < text.length && isNext(text[end - 1] ?? '', text[end] ?? '')) end += 1
    return end - start
  }
  const by = (step: number) => stretch((a, b) => b.charCodeAt(0) - a.charCodeAt(0) === step)
  const along = rows.flatMap((row) => [row, reversed(row)]).map((row) => stretch((a, b) => row.includes(a + b)))
  return Math.max(by(0), by(1), by(-1), ...along)
}
