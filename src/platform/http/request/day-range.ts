import { t } from 'elysia'
import { invalid } from '../../../errors.ts'
import { type Days, dayAt, dayOf } from '../../../lib/time/calendar.ts'

const day = { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'a date like 2026-01-31, in UTC' }

/** The keys of a query for a span of days, including both ends. */
export const range = { from: t.Optional(t.String(day)), to: t.Optional(t.String(day)) }

const usualDays = 30

/** Returns the range of days of a query; the last 30 days by default. Throws VALIDATION. */
export function readDays(nowMs: number, asked: { from?: string; to?: string }): Days {
  const to = asked.to === undefined ? dayAt(nowMs) : realDay('to', asked.to)
  const from = asked.from === undefined ? to - (usualDays - 1) : realDay('from', asked.from)
  if (from > to) throw invalid('from', '"from" must not be after "to".')
  return { from, to }
}

function realDay(field: string, date: string): number {
  const day = dayOf(date)
  if (day === undefined) throw invalid(field, `"${field}" must be a date like 2026-01-31.`)
  return day
}
