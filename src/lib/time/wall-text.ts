import { inEachLanguage } from '../language/formats.ts'

const timeZone = 'UTC'
const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone } as const
const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const days = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, day))
const moments = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { ...day, ...hour }))

/** Returns a day and hour as the clocks of a place show them: Sat, 5 December 2026, 20:00. */
export const wallText = (date: string, time: string | null): string =>
  (time === null ? days() : moments()).format(Date.parse(`${date}T${time ?? '00:00'}Z`))
