import { eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import type { CassetRow } from '../casset.ts'
import { firstTape } from '../tape.ts'

/**
 * Returns the artist's first tape while nothing was ever put on it; undefined otherwise. Everybody
 * has one from the start, so the newest of what is imported goes there.
 */
export function blankFirstTape(ctx: Ctx, artistId: string): CassetRow | undefined {
  const tape = firstTape(ctx, artistId)
  if (tape.publishedAt !== null || tape.coverAssetId !== null) return undefined
  const track = ctx.db.select({ id: tracks.id }).from(tracks).where(eq(tracks.cassetId, tape.id)).limit(1).get()
  return track ? undefined : tape
}
