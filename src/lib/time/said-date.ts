import { intlLanguage, spokenLanguages } from '../language/languages.ts'
import { once } from '../turn/once.ts'
import { dayOf } from './calendar.ts'

/** A year, and as far as a text says it for certain the day YYYY-MM-DD or the month YYYY-MM. */
export type SaidDate = { year: number; date?: string }

const digits = (number: number) => String(number).padStart(2, '0')

/** Returns as much of a date as there is: of the 30th of February the year alone. */
function made(year: number, month?: number, day?: number): SaidDate | undefined {
  if (year < 1000 || year > 9999) return undefined
  if (month === undefined || month < 1 || month > 12) return { year }
  const start = `${year}-${digits(month)}`
  if (day === undefined) return { year, date: start }
  const date = `${start}-${digits(day)}`
  return dayOf(date) === undefined ? { year } : { year, date }
}

/** Names in all languages of the site, long and short, without dots, with their numbers. */
function calendarNames(part: 'month' | 'weekday', moments: readonly number[]): Map<string, number> {
  const names = new Map<string, number>()
  for (const language of spokenLanguages) {
    for (const length of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(intlLanguage(language), { [part]: length, timeZone: 'UTC' })
      for (const [index, moment] of moments.entries()) {
        const name = format.format(moment).replaceAll('.', '').toLowerCase()
        if (/^\p{L}+$/u.test(name)) names.set(name, index + 1)
      }
    }
  }
  return names
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
const monthsByName = once(() =>
  calendarNames(
    'month',
    upTo(12).map((month) => Date.UTC(2000, month, 1)),
  ),
)
const weekdays = once(() =>
  calendarNames(
    'weekday',
    upTo(7).map((day) => Date.UTC(2000, 0, day + 1)),
  ),
)

const yearFirst = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:T.*)?$/
const basic = /^(\d{4})(\d{2})(\d{2})(?:T.*)?$/
const japanese = /^(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})日(?:\s*\([月火水木金土日]\))?)?)?$/
const yearLast = /^(\d{1,2})([-/.])(?:(\d{1,2})\2)?(\d{4})$/

// The hour of a day and its zone, as in letters and programs.
const hour =
  /[\s,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:z|utc|gmt|[a-z]{3,4})?\s*(?:[+-]\d{2}:?\d{2})?$/i
// As in "Spring 2020", "c. 1975", "© 2020".
const yearOfWord = /^[^\d\s]{1,12}\s*((?:1[5-9]|20)\d{2})$/

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))

/**
 * Reads a date in any way of writing that means one day, month or year for certain. Of 03/04/2020
 * that is the year: the one half of the world reads a day in March, the other in April.
 */
export function saidDate(text: string): SaidDate | undefined {
  const said = text.normalize('NFKC').trim().replace(hour, '')
  for (const form of [basic, yearFirst, japanese]) {
    const [, year, month, day] = form.exec(said) ?? []
    if (year !== undefined) return made(Number(year), number(month), number(day))
  }
  const [, first, mark, second, year] = yearLast.exec(said) ?? []
  if (year !== undefined) return ofYearLast(Number(year), Number(first), number(second), mark === '.')
  return ofWords(said) ?? made(Number(/^\d{4}(?!\d)/.exec(said)?.[0] ?? yearOfWord.exec(said)?.[1] ?? 0))
}

function ofYearLast(year: number, first: number, second: number | undefined, isDayFirst: boolean) {
  if (second === undefined) return made(year, first)
  if (isDayFirst || first > 12 || first === second) return made(year, second, first)
  return second > 12 ? made(year, first, second) : made(year)
}

const fillers = new Set(['de', 'of', 'the', 'del', 'du', 'le'])

// "mar" is Tuesday in Spanish, and March.
const isWeekday = (word: string): boolean => weekdays().has(word) && !monthsByName().has(word)

/** "15 March 2020", "Sun, 15-Mar-2020", "mars 2020": one month, one year, at most one day. */
function ofWords(said: string): SaidDate | undefined {
  const words = said
    .toLowerCase()
    .split(/[\s,./-]+/)
    .filter((word) => word !== '' && !fillers.has(word) && !isWeekday(word))
  if (words.length > 3) return undefined
  const month = words.map((word) => monthsByName().get(word)).find((found) => found !== undefined)
  const year = words.find((word) => /^\d{4}$/.test(word))
  const day = words.map((word) => /^(\d{1,2})(?:st|nd|rd|th|er)?$/.exec(word)?.[1]).find((found) => found !== undefined)
  const known = [month, year, day].filter((part) => part !== undefined).length
  return month === undefined || year === undefined || known !== words.length
    ? undefined
    : made(Number(year), month, number(day))
}
