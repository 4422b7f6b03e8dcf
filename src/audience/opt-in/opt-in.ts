import { and, count, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../db/in-batches.ts'
import { optIns } from '../../../db/schema/audience/opt-in.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/time/calendar.ts'

export type OptInRow = typeof optIns.$inferSelect

export type OptInCounts = { brought: number; confirmed: number }

// Within that time an artist cannot have an address asked again.
const keptMs = 366 * dayMs

/** So long the link in the email that asks is good. */
export const openMs = 30 * dayMs

// Written out, as the indexes do.
export const isOfPage = sql`${optIns.agreedBy} = 'page'`
export const isBrought = sql`${optIns.agreedBy} <> 'page'`

export function countOptIns({ db }: Ctx, artistId: string): OptInCounts {
  const isTheirs = and(eq(optIns.artistId, artistId), isBrought)
  const of = (where: SQL | undefined) => db.select({ people: count() }).from(optIns).where(where).get()?.people ?? 0
  return { brought: of(isTheirs), confirmed: of(and(isTheirs, isNotNull(optIns.confirmedAt))) }
}

/** Deletes what is older than a year, and what was typed on a page once its link is too old. */
export async function pruneOptIns(ctx: Ctx): Promise<void> {
  await deleteOlder(ctx, keptMs)
  await deleteOlder(ctx, openMs, isOfPage)
}

function deleteOlder({ db, jointly, now }: Ctx, ms: number, which?: SQL): Promise<void> {
  const isOld = and(lte(optIns.createdAt, now() - ms), which)
  const some = db.select({ id: optIns.id }).from(optIns).where(isOld).limit(batchSize)
  return inBatches(jointly, db.delete(optIns).where(inArray(optIns.id, some)).returning({ id: optIns.id }))
}
