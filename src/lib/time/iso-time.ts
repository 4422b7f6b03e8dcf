import { dayOf } from './calendar.ts'

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/
const lastYear = 9_999

/**
 * Returns the milliseconds of an ISO 8601 time with a zone, such as 2026-12-31T23:59:59Z; undefined
 * for anything else.
 */
export function readIsoTime(text: string): number | undefined {
  const isDate = isoTime.test(text) && dayOf(text.slice(0, 10)) !== undefined
  const at = isDate ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) || new Date(at).getUTCFullYear() > lastYear ? undefined : at
}

/** Returns a moment as an ISO 8601 time; null for none. */
export const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
