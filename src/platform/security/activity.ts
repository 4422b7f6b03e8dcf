import { and, desc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { activities } from '../../../db/schema/platform/security.ts'
import type { Ctx } from '../../context.ts'
import { shortAddress } from '../../lib/address/short-address.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { nameOf } from '../log.ts'
import { type SecurityEventName, securityEvents } from './events.ts'

const hourMs = 3_600_000
const keptMs = 90 * 24 * hourMs
const keptRows = 100

type NewActivity = { userId: string; what: SecurityEventName; address: string; userAgent: string }

/**
 * Stores an event of an account: the newest hundred of 90 days are kept. A repetition within an
 * hour that is not the owner's own doing raises the count of one row. Failures are logged and never
 * thrown.
 */
export function recordActivity(ctx: Ctx, { userId, what, address, userAgent }: NewActivity): void {
  const at = ctx.now()
  const whereOlder = lte(activities.at, at - keptMs)
  const whereSurplus = sql`${activities.userId} = ${userId} and ${activities.id} <= (select id from activities
    where user_id = ${userId} order by id desc limit 1 offset ${keptRows})`
  try {
    inTransaction(ctx.db, () => {
      const times = securityEvents[what].shown === 'hourly' ? takeOfThisHour(ctx, userId, what, at) + 1 : 1
      const row = { id: ctx.uuid(), userId, what, times, address: shortAddress(address), userAgent, at }
      ctx.db.insert(activities).values(row).run()
      ctx.db.delete(activities).where(whereOlder).run()
      ctx.db.delete(activities).where(whereSurplus).run()
    })
  } catch (error) {
    ctx.log.warn('activity cannot be kept', { fault: nameOf(error) })
  }
}

/** Deletes the row of the same event within this hour, and returns its count. */
function takeOfThisHour(ctx: Ctx, userId: string, what: SecurityEventName, at: number): number {
  const whereThisHour = gte(activities.at, at - (at % hourMs))
  const whereSame = and(eq(activities.userId, userId), eq(activities.what, what), whereThisHour)
  const rows = ctx.db.delete(activities).where(whereSame).returning({ times: activities.times }).all()
  return rows.reduce((sum, { times }) => sum + times, 0)
}

/** Returns an account's recent activity, newest first. */
export function listActivity(ctx: Ctx, userId: string, limit: number, cursor?: string) {
  const whereFurther = cursor === undefined ? undefined : lt(activities.id, cursor)
  const whereShown = and(eq(activities.userId, userId), gt(activities.at, ctx.now() - keptMs), whereFurther)
  const rows = ctx.db
    .select()
    .from(activities)
    .where(whereShown)
    .orderBy(desc(activities.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  const activity = page.map(({ id, what, times, at, userAgent, address }) => ({
    id,
    what,
    times,
    at: new Date(at).toISOString(),
    userAgent,
    address,
  }))
  return { activity, nextCursor }
}
