import type { Ctx } from '../../context.ts'
import { recordActivity } from './activity.ts'
import { type SecurityEventName, securityEvents } from './events.ts'

/** The account concerned, and the client: its address as limits count it, and its user agent. */
type Concern = { userId?: string | null; address?: string; userAgent?: string }
type Details = Record<string, string | number | boolean>

// A flood of lines would fill the disk without more information.
const linesOfAddress = { perMinute: 60 }

/**
 * Records a security event: one line in the log, with the user id and never the email address, and
 * if its owner should see it, a row of the account's recent activity.
 */
export function noteSecurity(
  ctx: Ctx,
  name: SecurityEventName,
  { userId, address, userAgent = '' }: Concern,
  details: Details = {},
): void {
  const { level, shown } = securityEvents[name]
  const concern = { ...(address === undefined ? {} : { address }), ...(userId === undefined ? {} : { userId }) }
  ctx.log[level](`security.${name}`, { ...concern, ...details })
  if (!userId || shown === 'no') return
  const keep = () => recordActivity(ctx, { userId, what: name, address: address ?? '', userAgent })
  // Events that strangers can cause are written after the answer, which then takes as long for an
  // account as for none.
  if (shown === 'hourly') setImmediate(keep)
  else keep()
}

/** Skips a refusal when that was logged often in this minute. */
export function noteLockOut(ctx: Ctx, concern: Concern & { address: string }, limit: string): void {
  try {
    if (ctx.limiter.take(`locked-out-lines ${concern.address}`, linesOfAddress) > 0) return
  } catch {
    return
  }
  noteSecurity(ctx, 'locked_out', concern, { limit })
}
