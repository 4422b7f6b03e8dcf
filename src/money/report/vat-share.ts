import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { ledgerEntries } from '../../../db/schema/money/ledger.ts'
import type { Ctx } from '../../context.ts'

const before = prepared((db) => {
  const { postingId, position, amountMinor } = ledgerEntries
  const isBefore = and(gt(position, 0), lt(position, sql.placeholder('position')))
  return db
    .select({ minor: sql<number>`coalesce(sum(${amountMinor}), 0)` })
    .from(ledgerEntries)
    .where(and(eq(postingId, sql.placeholder('id')), isBefore))
})

/**
 * A line of the ledger: its posting, the place and amount of its entry, and the whole amount and
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
  // The first entry is the buyer's, and the sellers' follow in their order.
  const earlier = before(db).get({ id, position })?.minor ?? 0
  const upTo = (minor: number) => Math.round((vatMinor * minor) / vatGross)
  return upTo(earlier + net) - upTo(earlier)
}
