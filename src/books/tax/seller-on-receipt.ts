import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { taxDetailsOf } from './tax-details.ts'

const owner = prepared((db) =>
  db
    .select({ artistId: artists.id, displayName: artists.displayName })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    // Written out, so that SQLite uses the partial index of the owner.
    .where(sql`${users.role} = 'owner'`),
)

/**
 * Returns the details on an artist's receipt for the tax office. The owner of the instance is the
 * seller of record of everything (rule: seller-of-record): they are also named on other artists'
 * receipts, and their notes are shown where the artist has none.
 */
export function sellerOnReceipt(ctx: Ctx, artistId: string) {
  const own = taxDetailsOf(ctx, artistId)
  const known = owner(ctx.db).get()
  const recorded = known && known.artistId !== artistId ? known : undefined
  const details = recorded && taxDetailsOf(ctx, recorded.artistId)
  return {
    sellerLegalName: own.legalName,
    sellerAddress: own.address,
    sellerTaxId: own.taxId,
    ownerName: details?.legalName ?? recorded?.displayName ?? null,
    ownerAddress: details?.address ?? null,
    ownerTaxId: details?.taxId ?? null,
    taxNote: own.note ?? details?.note ?? null,
    priceNote: own.priceNote ?? details?.priceNote ?? null,
  }
}
