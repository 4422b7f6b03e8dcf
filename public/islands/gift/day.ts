import { say } from '../../../src/lib/language/say.ts'
import { dayMs } from '../../../src/lib/time/calendar.ts'

/** Returns nine in the morning of a day as a moment, or null for no day and for today. */
export function momentOf(day: string): string | null {
  if (day === '') return null
  const at = new Date(`${day}T09:00`)
  return at.getTime() <= Date.now() ? null : at.toISOString()
}

/** Returns why a gift cannot be sent on a day; the empty text when it can. */
export function dayProblem(day: string): string {
  if (day === '') return ''
  const at = new Date(`${day}T23:59`).getTime()
  if (Number.isNaN(at)) return say('Enter a day.')
  if (at < Date.now()) return say('This day is in the past.')
  return at > Date.now() + 365 * dayMs ? say('Choose a day within a year.') : ''
}
