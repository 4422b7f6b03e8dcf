import { inEachLanguage } from '../language/formats.ts'

const timeZone = 'UTC'
const days = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }))
const longDays = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }))

/** Returns a day of UTC in the form of lists: 21 Nov 2026. */
export const dayText = (at: number | string): string => days().format(new Date(at))

/** Returns a day of UTC in the form of sentences: 21 November 2026. */
export const longDay = (at: number | string): string => longDays().format(new Date(at))
