import { and, count, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../db/in-batches.ts'
import { optIns } from '../../../db/schema/audience/opt-in.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/time/calendar.ts'

export type OptInRow = typeof optIns.$inferSelect

export type OptInCounts = { brought: number; confirmed: number }

// Within that time an artist cannot have an address asked again.
const keptMs = 366 * dayMs

export function countOptIns({ db }: Ctx, artistId: string): OptInCounts {
  const isTheirs = eq(optIns.artistId, artistId)
  const of = (where: typeof isTheirs | undefined) =>
    db.select({ people: count() }).from(optIns).where(where).get()?.people ?? 0
  return { brought: of(isTheirs), confirmed: of(and(isTheirs, isNotNull(optIns.confirmedAt))) }
}

/** Deletes what is older than a year. */
export function pruneOptIns({ db, jointly, now }: Ctx): Promise<void> {
  const isOld = lte(optIns.createdAt, now() - keptMs)
  const some = db.select({ id: optIns.id }).from(optIns).where(isOld).limit(batchSize)
  return inBatches(jointly, db.delete(optIns).where(inArray(optIns.id, some)).returning({ id: optIns.id }))
}
