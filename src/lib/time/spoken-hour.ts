import { inEachLanguage } from '../language/formats.ts'

const formats = inEachLanguage((locale) => ({ locale, made: new Map<string, Intl.DateTimeFormat>() }))

function formatOf(timeZone: string, hasYear = true): Intl.DateTimeFormat {
  const { locale, made } = formats()
  const key = `${timeZone} ${hasYear}`
  const known = made.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    ...(hasYear ? { year: 'numeric' } : {}),
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  made.set(key, format)
  return format
}

/** Returns the parts of a moment (ms) by the clock of a time zone. */
function partsOf(at: number, timeZone: string) {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return { year: '', month: '', day: '', hour: '', minute: '', ...parts }
}

/**
 * Returns a moment (ms) in the words of a time zone: "5 December, 18:00"; with its year where that
 * is not the year of `now`.
 */
export function spokenHour(at: number, timeZone: string, now: number): string {
  const { year, month, day, hour, minute } = partsOf(at, timeZone)
  const isThisYear = partsOf(now, timeZone).year === year
  if (formats().locale !== 'en-GB') return formatOf(timeZone, !isThisYear).format(at)
  return `${day} ${month}${isThisYear ? '' : ` ${year}`}, ${hour}:${minute}`
}

/** Returns the IANA name of a time zone as the system spells it; undefined where there is none. */
export function readZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Returns a moment (ms) as "2026-12-05T18:00" by the clock of a time zone. */
export function wallClock(at: number, timeZone: string): string {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return date.format(at).replace(' ', 'T').slice(0, 16)
}
