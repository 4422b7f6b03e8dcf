import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { ledgerEntries } from '../../../db/schema/books/ledger.ts'
import type { Ctx } from '../../context.ts'

// The first entry of a posting is the buyer's, and the sellers' follow in their order.
const sellersPart = prepared((db) => {
  const { postingId, position, amountMinor } = ledgerEntries
  const isBefore = lt(position, sql.placeholder('position'))
  return db
    .select({
      earlier: sql<number>`coalesce(sum(iif(${isBefore}, ${amountMinor}, 0)), 0)`,
      whole: sql<number>`sum(${amountMinor})`,
    })
    .from(ledgerEntries)
    .where(and(eq(postingId, sql.placeholder('id')), gt(position, 0)))
})

/**
 * A line of the ledger: its posting, the place and amount of its entry, and the taxed amount and
 * VAT of the posting.
 */
export type VatEntry = { id: string; position: number; net: number; vatGross: number | null; vatMinor: number | null }

/**
 * Returns the VAT within one seller's part of a movement, so that the parts of all sellers sum to
 * that of the whole; null where it has none.
 */
export function vatShare({ db }: Ctx, { id, position, net, vatGross, vatMinor }: VatEntry): number | null {
  if (vatGross === null || vatMinor === null) return null
  if (net === vatGross) return vatMinor
  const { earlier, whole } = sellersPart(db).get({ id, position }) ?? { earlier: 0, whole: net }
  const upTo = (minor: number) => Math.round((vatMinor * minor) / whole)
  return upTo(earlier + net) - upTo(earlier)
}
