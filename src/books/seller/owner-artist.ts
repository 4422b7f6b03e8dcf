import { ownerOf } from '../../account/owner/make-owner.ts'
import { personOf } from '../../account/person-of.ts'
import type { Ctx } from '../../context.ts'

/** Returns the id of the artist who owns the instance; undefined without an owner. */
export function ownerArtist(ctx: Ctx): string | undefined {
  const owner = ownerOf(ctx)
  return owner && personOf(ctx, owner.userId)?.artistId
}
