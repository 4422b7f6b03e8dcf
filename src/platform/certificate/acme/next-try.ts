import { dayMs, hourMs } from '../../../lib/time/calendar.ts'
import { type CertificateRow, dueAt } from '../certificate.ts'

const minuteMs = 60_000
// Let's Encrypt allows five failed checks of a name in an hour: no hour has more of these.
const pausesMs = [5, 10, 15, 20, 30, 60, 120, 240, 360].map((minutes) => minutes * minuteMs)
const afterRestartMs = 15 * minuteMs

/** Returns how long to wait after this many failures in a row (rule: refused-certificate). */
export const pauseAfter = (failures: number): number => pausesMs[Math.min(failures, pausesMs.length) - 1] ?? minuteMs

/**
 * Returns when a start tries: with a certificate in use, at its time. Without one, an owner who has
 * fixed something and restarts does not wait for a long pause to end, but only for the time that
 * the authority requested.
 */
export function tryAfterStart(row: CertificateRow, directory: string, now: number): number {
  const { nextAt, triedAt, notUntil, failures } = row
  if (dueAt(row, directory) !== undefined) return nextAt ?? now
  const isFirst = nextAt === null || triedAt === null || failures === 0
  if (isFirst || triedAt > now) return now
  return Math.max(notUntil ?? 0, Math.min(nextAt, Math.max(now, triedAt + afterRestartMs)))
}

/** `name`: the authority's for the certificate (RFC 9773). */
export type Suggestion = { name: string; startMs: number; endMs: number; askAgainMs: number | undefined }

const usualLookMs = 12 * hourMs

/**
 * Returns when to renew a certificate that is due: at a moment of the authority's window chosen by
 * `random` (0 to 1), but with a sixth of its life left; and when to look again.
 */
export function planRenewal(row: CertificateRow, due: number, suggestion: Suggestion | undefined, random: number) {
  if (!suggestion) return { renewAt: due, lookAgainMs: usualLookMs }
  const { startMs, endMs, askAgainMs = usualLookMs } = suggestion
  const latest = due + Math.floor(((row.notAfter ?? due) - due) / 2)
  const chosen = startMs + Math.floor(Math.max(0, endMs - startMs) * random)
  return { renewAt: Math.min(latest, chosen), lookAgainMs: Math.min(dayMs, Math.max(hourMs, askAgainMs)) }
}
