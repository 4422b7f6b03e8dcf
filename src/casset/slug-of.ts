import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account.ts'
import { cassets } from '../../db/schema/casset.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'

/** The slug of a casset, which is its artist's handle. Throws NOT_FOUND. */
export function slugOf(ctx: Ctx, cassetId: string): string {
  const row = ctx.db
    .select({ handle: artists.handle })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(cassets.id, cassetId))
    .get()
  if (!row) throw notFound('casset')
  return row.handle
}
