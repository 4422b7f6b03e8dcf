import { inEachLanguage } from '../../src/lib/language/formats.ts'
import { say } from '../../src/lib/language/say.ts'
import { dayText } from '../../src/lib/time/day-text.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const relative = inEachLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }))

/** Returns "now", "5 min. ago", "yesterday", and after a week the day. */
export function timeAgo(iso: string, nowMs: number): string {
  const passedMs = Math.max(0, nowMs - Date.parse(iso))
  if (passedMs < minuteMs) return say('now ## how long ago')
  if (passedMs < hourMs) return relative().format(-Math.floor(passedMs / minuteMs), 'minute')
  if (passedMs < dayMs) return relative().format(-Math.floor(passedMs / hourMs), 'hour')
  if (passedMs < 7 * dayMs) return relative().format(-Math.floor(passedMs / dayMs), 'day')
  return dayText(iso)
}
