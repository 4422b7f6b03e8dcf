/** Returns whether a text names a time zone, such as Europe/Berlin. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format(0) !== ''
  } catch {
    return false
  }
}

/**
 * Returns the moment (ms) at which the clocks of a zone show a date and hour such as
 * 2026-11-26T18:00; undefined for one that does not exist. Of an hour that comes twice it is the
 * first; one that is left out in spring is as much later as the clocks are set forward (RFC 5545).
 */
export function momentOf(wallTime: string, zone: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wallTime)) return undefined
  try {
    return Temporal.PlainDateTime.from(wallTime, { overflow: 'reject' }).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return undefined
  }
}

/** Returns what the clocks of a zone show at a moment, as in `momentOf`. */
export const wallTimeOf = (ms: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime().toString().slice(0, 16)
