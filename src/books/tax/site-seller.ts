import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { countryName } from '../../lib/payment/country.ts'
import { taxDetailsOf } from './tax-details.ts'

const ownerArtist = prepared((db) =>
  db
    .select({ artistId: artists.id, handle: artists.handle, displayName: artists.displayName })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    // Written out, so that SQLite uses the partial index of the owner.
    .where(sql`${users.role} = 'owner'`),
)

/** The owner of the instance as the seller of record; undefined without an owner. */
export function recordedSeller(ctx: Ctx) {
  const owner = ownerArtist(ctx.db).get()
  if (!owner) return
  const { name, address } = ctx.config.site.seller
  const details = taxDetailsOf(ctx, owner.artistId)
  return {
    ...owner,
    ...details,
    legalName: name ?? details.legalName,
    address: address ?? details.address,
  }
}

/**
 * Returns who runs the site and sells what is sold here, by name and address in lines; null where
 * neither the desk nor an owner names anybody (rule: seller-is-named).
 */
export function siteSeller(ctx: Ctx): { name: string; address: readonly string[] } | null {
  const owner = recordedSeller(ctx)
  const { country, ...seller } = ctx.config.site.seller
  const name = seller.name ?? owner?.legalName ?? owner?.displayName
  if (name === undefined) return null
  const lines = (seller.address ?? owner?.address ?? '').split('\n').flatMap((line) => line.trim() || [])
  if (country === null || lines.length === 0) return { name, address: lines }
  const land = countryName(country)
  const isWritten = lines.some((line) => line.toLowerCase().includes(land.toLowerCase()))
  return { name, address: isWritten ? lines : [...lines, land] }
}
