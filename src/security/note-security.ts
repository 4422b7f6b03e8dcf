import type { Ctx } from '../context.ts'
import { keepActivity } from './activity.ts'
import { type SecurityEventName, securityEvents } from './events.ts'

/** Whose account it concerns, and from where: the address as limits count it, and how the browser calls itself. */
type Concern = { userId?: string | null; address?: string; userAgent?: string }
type Details = Record<string, string | number | boolean>

// More lines than these tell nobody more, and a flood of them fills the disk.
const linesOfAddress = { perMinute: 60 }

/**
 * Tells of an event that concerns security: one line in the log, by user id and never by mail address, and where its owner
 * should know of it, a row of the account's recent activity.
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
  const keep = () => keepActivity(ctx, { userId, what: name, address: address ?? '', userAgent })
  // What strangers can bring about is written after the answer, which then takes as long for an account as for none.
  if (shown === 'hourly') setImmediate(keep)
  else keep()
}

/** Tells that an address was refused because of too many tries, unless it has been told of often in this minute. */
export function noteLockOut(ctx: Ctx, concern: Concern & { address: string }, limit: string): void {
  try {
    if (ctx.limiter.take(`locked-out-lines ${concern.address}`, linesOfAddress) > 0) return
  } catch {
    return
  }
  noteSecurity(ctx, 'locked_out', concern, { limit })
}
