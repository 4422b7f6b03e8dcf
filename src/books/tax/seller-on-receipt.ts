import type { Ctx } from '../../context.ts'
import { recordedSeller } from './site-seller.ts'
import { taxDetailsOf } from './tax-details.ts'

/**
 * Returns the details on an artist's receipt for the tax office. The owner of the instance is the
 * seller of record of everything (rule: seller-of-record): they are also named on other artists'
 * receipts, and their notes are shown where the artist has none.
 */
export function sellerOnReceipt(ctx: Ctx, artistId: string) {
  const owner = recordedSeller(ctx)
  const recorded = owner && owner.artistId !== artistId ? owner : undefined
  const own = owner && !recorded ? owner : taxDetailsOf(ctx, artistId)
  return {
    sellerLegalName: own.legalName,
    sellerAddress: own.address,
    sellerTaxId: own.taxId,
    ownerName: recorded ? (recorded.legalName ?? recorded.displayName) : null,
    ownerAddress: recorded?.address ?? null,
    ownerTaxId: recorded?.taxId ?? null,
    taxNote: own.note ?? recorded?.note ?? null,
    priceNote: own.priceNote ?? recorded?.priceNote ?? null,
  }
}
