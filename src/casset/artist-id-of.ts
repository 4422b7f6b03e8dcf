import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'

/** The artist of a casset. Throws NOT_FOUND. */
export function artistIdOf(ctx: Ctx, cassetId: string): string {
  const row = ctx.db.select({ artistId: cassets.artistId }).from(cassets).where(eq(cassets.id, cassetId)).get()
  if (!row) throw notFound('casset')
  return row.artistId
}
