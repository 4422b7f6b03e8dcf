import { eq } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { ownerOf } from '../../account/make-owner.ts'
import type { Ctx } from '../../context.ts'

/** Returns the id of the artist who owns the instance; undefined without an owner. */
export function ownerArtist(ctx: Ctx): string | undefined {
  const owner = ownerOf(ctx)
  if (!owner) return undefined
  return ctx.db.select({ id: artists.id }).from(artists).where(eq(artists.userId, owner.userId)).get()?.id
}
