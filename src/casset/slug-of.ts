import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'

/** The slug of a casset, which is its artist's handle. Throws NOT_FOUND. */
export function slugOf(ctx: Ctx, cassetId: string): string {
  const artist = ctx.reads.cassetArtist(cassetId)
  if (!artist) throw notFound('casset')
  return artist.handle
}
