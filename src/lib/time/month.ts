import { inEachLanguage } from '../language/formats.ts'

/** A month in UTC as a number such as 202612. */
export type Month = number

export function monthAt(ms: number): Month {
  const date = new Date(ms)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}

/** Returns the moment at which a month begins. */
export const startOfMonth = (month: Month): number => Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1)

/** Returns the month that is so many after another one, or before it. */
export const monthBeside = (month: Month, by: number): Month => {
  const index = Math.floor(month / 100) * 12 + (month % 100) - 1 + by
  return Math.floor(index / 12) * 100 + (index % 12) + 1
}

/** Returns a month as a text such as 2026-12. */
export const monthText = (month: Month): string => `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}`

/** Returns the month of such a text; undefined for another one. */
export function readMonth(text: string): Month | undefined {
  const [, year, nth] = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  return year === undefined ? undefined : Number(year) * 100 + Number(nth)
}

const names = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** Returns a month as people write it: December 2026. */
export const monthName = (month: Month): string => names().format(startOfMonth(month))
