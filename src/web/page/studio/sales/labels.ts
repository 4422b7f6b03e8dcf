import type { Statistics } from '../../../../earnings/report/model.ts'
import { inEachLanguage } from '../../../../lib/language/formats.ts'
import { say } from '../../../../lib/language/say.ts'

const day = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
)
const dayOfYear = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }),
)
const month = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }))
const year = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { year: '2-digit', timeZone: 'UTC' }))
const monthOfYear = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

type Part = { from: string; to: string }

/** Returns the label of a bar: 3 Mar, or Mar, or in spans of over a year Mar ’26. */
export function shortTime({ from }: Part, by: Statistics['by'], parts: number): string {
  const date = new Date(from)
  if (by !== 'month') return day().format(date)
  return parts > 12
    ? say('{month} ’{year} ## a month: Nov ’26', { month: month().format(date), year: year().format(date) })
    : month().format(date)
}

/** Returns the full label: 3 Mar 2026, or 3–9 Mar 2026, or March 2026. */
export function longTime({ from, to }: Part, by: Statistics['by']): string {
  if (by === 'month') return monthOfYear().format(new Date(from))
  return from === to ? dayOfYear().format(new Date(from)) : dayOfYear().formatRange(new Date(from), new Date(to))
}

export function moneyBy(by: Statistics['by'], currency?: string): string {
  if (currency === undefined) {
    return { day: say('Income by day'), week: say('Income by week'), month: say('Income by month') }[by]
  }
  if (by === 'day') return say('Income by day in {currency}', { currency })
  return by === 'week'
    ? say('Income by week in {currency}', { currency })
    : say('Income by month in {currency}', { currency })
}

export const boughtBy = (): Readonly<Record<Statistics['by'], string>> => ({
  day: say('Cassets bought, by day'),
  week: say('Cassets bought, by week'),
  month: say('Cassets bought, by month'),
})

export const partNames = (): Readonly<Record<Statistics['by'], string>> => ({
  day: say('Day'),
  week: say('Week'),
  month: say('Month'),
})
