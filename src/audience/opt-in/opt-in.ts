import { and, count, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../db/in-batches.ts'
import { optIns } from '../../../db/schema/audience/opt-in.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { forgetReader } from '../../platform/mail/forget-mails.ts'

export type OptInRow = typeof optIns.$inferSelect

export type OptInCounts = { brought: number; confirmed: number }

// Within that time an artist cannot have an address asked again.
const keptMs = 366 * dayMs

/** So long the link in the email that asks is good. */
export const openMs = 30 * dayMs

// Written out, as the indexes do.
export const isOfPage = sql`${optIns.agreedBy} = 'page'`
export const isBrought = sql`${optIns.agreedBy} <> 'page'`

/** Whether it was asked on a page, not by the artist. */
export const isAskOf = (artistId: string, email: string) =>
  and(eq(optIns.artistId, artistId), eq(optIns.email, email), isOfPage)

export const questionKey = (id: string): string => `opt-in:${id}`

/** Forgets what an address was asked on a page for an artist. Called in a transaction. */
export function forgetQuestions(ctx: Ctx, artistId: string, email: string): void {
  const forgotten = ctx.db.delete(optIns).where(isAskOf(artistId, email)).returning({ id: optIns.id }).all()
  if (forgotten.length > 0)
    forgetReader(
      ctx,
      forgotten.map(({ id }) => questionKey(id)),
    )
}

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
