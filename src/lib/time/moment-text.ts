import { inEachLanguage } from '../language/formats.ts'

const [timeZone, timeStyle] = ['UTC', 'short'] as const
const times = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone }))
const longTimes = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle, timeZone }),
)
const exactTimes = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone }),
)
const timesHere = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle }))

type At = number | string | Date

/** Returns a moment by the clock of UTC: 21 Nov 2026, 20:00. */
export const momentText = (at: At): string => times().format(new Date(at))

/** Returns a moment by the clock of UTC in the form of sentences: 21 November 2026 at 20:00. */
export const longMoment = (at: At): string => longTimes().format(new Date(at))

/** Returns a moment of UTC to the second: 21 November 2026 at 20:00:07. */
export const exactMoment = (at: At): string => exactTimes().format(new Date(at))

/** Returns a moment by the clock of the reader's own machine: 21 Nov 2026, 21:00. */
export const momentHere = (at: At): string => timesHere().format(new Date(at))
