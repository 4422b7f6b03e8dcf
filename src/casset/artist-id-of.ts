import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'

/** The artist of a casset. Throws NOT_FOUND. */
export function artistIdOf(ctx: Ctx, cassetId: string): string {
  const artist = ctx.reads.cassetArtist(cassetId)
  if (!artist) throw notFound('casset')
  return artist.id
}
