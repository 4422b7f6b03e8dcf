import { and, inArray, lte, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../../db/in-batches.ts'
import { webhookEvents } from '../../../../db/schema/platform/payment.ts'
import type { Ctx } from '../../../context.ts'
import { dayMs } from '../../../lib/time/calendar.ts'

const keptMs = 30 * dayMs

/**
 * Empties the bodies of events that were processed 30 days ago: they name payers. Id, type, times
 * and outcome stay.
 */
export function pruneEvents({ db, jointly, now }: Ctx): Promise<void> {
  const { id, body, processedAt } = webhookEvents
  // As the partial index has it.
  const whereLong = and(sql`${body} <> ''`, lte(processedAt, now() - keptMs))
  const some = db.select({ id }).from(webhookEvents).where(whereLong).limit(batchSize)
  return inBatches(jointly, db.update(webhookEvents).set({ body: '' }).where(inArray(id, some)).returning({ id }))
}
