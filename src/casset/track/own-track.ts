import { eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type CassetRow, ownCasset } from '../casset.ts'
import type { TrackRow } from './to-track.ts'

/** Throws NOT_FOUND when absent or withdrawn, FORBIDDEN when another's. */
export function ownTrack(ctx: Ctx, id: string, author: Viewer): { track: TrackRow; casset: CassetRow } {
  const track = ctx.db.select().from(tracks).where(eq(tracks.id, id)).get()
  if (!track || track.withdrawnAt !== null) throw notFound('track')
  return { track, casset: ownCasset(ctx, track.cassetId, author) }
}
