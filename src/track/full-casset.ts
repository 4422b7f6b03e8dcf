import { and, count, eq, isNull } from 'drizzle-orm'
import { tracks } from '../../db/schema/audio.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'

const mostTracks = 500

/** Throws BAD_STATE when a casset has as many tracks as it may have. */
export function refuseFullCasset(ctx: Ctx, cassetId: string): void {
  const listed = and(eq(tracks.cassetId, cassetId), isNull(tracks.withdrawnAt))
  const found = ctx.db.select({ count: count() }).from(tracks).where(listed).get()
  if ((found?.count ?? 0) < mostTracks) return
  throw new AppError('BAD_STATE', `A casset has ${mostTracks} tracks at most.`, { hint: 'Delete one first.' })
}
