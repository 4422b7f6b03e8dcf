import { inBatches } from '../../../db/in-batches.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'

const keptMs = 30 * dayMs

/** Empties the bodies of events that were processed 30 days ago: they name payers. Id, type, times and outcome stay. */
export const pruneEvents = (ctx: Ctx): Promise<void> =>
  inBatches(ctx.jointly, ctx.db, {
    sql: `UPDATE webhook_events SET body = '' WHERE rowid IN
      (SELECT rowid FROM webhook_events WHERE body <> '' AND processed_at <= $before LIMIT $limit)`,
    before: ctx.now() - keptMs,
  })
