import { inEachLanguage } from '../language/formats.ts'

const timeZone = 'UTC'
const days = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }))
const longDays = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }))
const times = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
)
const longTimes = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }),
)
const timesHere = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)

type At = number | string | Date

/** Returns a day of UTC in the form of lists: 21 Nov 2026. */
export const dayText = (at: At): string => days().format(new Date(at))

/** Returns a day of UTC in the form of sentences: 21 November 2026. */
export const longDay = (at: At): string => longDays().format(new Date(at))

/** Returns a moment by the clock of UTC: 21 Nov 2026, 20:00. */
export const momentText = (at: At): string => times().format(new Date(at))

/** Returns a moment by the clock of UTC in the form of sentences: 21 November 2026 at 20:00. */
export const longMoment = (at: At): string => longTimes().format(new Date(at))

/** Returns a moment by the clock of the reader's own machine: 21 Nov 2026, 21:00. */
export const momentHere = (at: At): string => timesHere().format(new Date(at))
