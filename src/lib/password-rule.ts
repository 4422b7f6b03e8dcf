/** Least length of a password, in code points (rule 3.5). */
export const shortestPassword = 10

/** Most length of it. */
export const longestPassword = 200

/** From this length on a password is called strong: what NIST SP 800-63B-4 asks of one that stands without a second factor. */
export const strongLength = 15

/** Why a password is too easy to guess. */
export type Weakness = 'common' | 'pattern' | 'context'

/** What a weak password is held against: the list of common ones, and words that somebody would try for this very account. */
export type Guesses = { isCommon: (text: string) => boolean; words: readonly string[] }

/** What is said of a weak password. */
export const weaknessText = 'This password is too easy to guess.'

/** Why that is, in a few words. */
export const weaknessWords: Readonly<Record<Weakness, string>> = {
  common: 'it is one that everybody tries first',
  pattern: 'it repeats itself or runs along the keyboard',
  context: 'it is little more than a name or address',
}

/** The same as a hint, with what to do. */
export const weaknessHint = (weakness: Weakness): string =>
  `I${weaknessWords[weakness].slice(1)}. A few words in a row that do not belong together are better.`

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

/** The text with figures and signs read as the letters that they stand for; "1" stands for two. */
const undisguised = (text: string): string[] =>
  ['i', 'l'].map((one) => text.replace(/[@4839!0$57+1]/g, (sign) => disguises[sign] ?? one))

/**
 * Why a password is too easy to guess; undefined when it is not. No rule asks for figures or signs (NIST SP 800-63B): what
 * is refused is what guessers try first. What holds no letter or figure of a Latin keyboard is not judged.
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

/** Whether the text is a common password, or one with simple things put before and behind it. */
function isCommonInside(text: string, isCommon: Guesses['isCommon']): boolean {
  const isKnown = (core: string) => [core, reversed(core), ...undisguised(core)].some(isCommon)
  if (isKnown(text)) return true
  const [, before = '', core = '', behind = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/u.exec(text) ?? []
  const isSimple = (more: string) => {
    const figures = more.replace(/[^\p{L}\p{N}]/gu, '')
    return figures.length <= 4 || isCommon(figures) || runsAlong(figures)
  }
  if (!isSimple(before) || !isSimple(behind)) return false
  // "p4$$w0rd!": what stands at the end may be a letter in disguise too.
  const cores = [core, before + core, core + behind, core + behind.slice(0, 1), core + behind.slice(0, 2)]
  return cores.some((each) => each.length > shortestWord && isKnown(each))
}

/** Whether a few figures, signs and letters are all that is left once the words of the account are taken out. */
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

/** What a text repeats from its beginning to its end, the last time perhaps not whole. */
function repeatedUnit(text: string): string | undefined {
  for (let length = 1; length <= (text.length + 1) / 2; length += 1) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit
  }
  return undefined
}

const isDate = (text: string): boolean => /^[\d\s./-]+$/.test(text) && text.replace(/\D/g, '').length <= 8

/** Whether all but two characters belong to runs of three or more: repeated, counted, or side by side on a keyboard. */
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
