import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { prepared, wholeRow } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { vatLines } from '../../../db/schema/books/vat.ts'
import type { Order } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { vatIn } from '../../lib/money/vat.ts'
import { monthAt } from '../../lib/time/month.ts'

const { placeholder } = sql

/** The movements of an order's money, those with a line first. */
const movements = prepared((db) => {
  const { id, uniqueKey, orderId, createdAt } = ledgerPostings
  const isNew = isNull(vatLines.postingId)
  return db
    .select({
      id,
      uniqueKey,
      createdAt,
      movedMinor: sql<number>`-sum(${ledgerEntries.amountMinor})`,
      isNew: sql`${isNew}`.mapWith(Boolean),
    })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .leftJoin(vatLines, eq(vatLines.postingId, id))
    .where(and(eq(orderId, placeholder('orderId')), inArray(ledgerAccounts.kind, ['BUYERS', 'REFUNDS'])))
    .groupBy(id)
    .orderBy(asc(isNew), asc(id))
})
const gross = prepared((db) =>
  db
    .select({ minor: sql<number>`coalesce(sum(${vatLines.grossMinor}), 0)` })
    .from(vatLines)
    .where(eq(vatLines.orderId, placeholder('orderId'))),
)
const vatOfMovement = prepared((db) =>
  db
    .select({ minor: vatLines.vatMinor })
    .from(vatLines)
    .innerJoin(ledgerPostings, eq(ledgerPostings.id, vatLines.postingId))
    .where(eq(ledgerPostings.uniqueKey, placeholder('uniqueKey'))),
)
const addLine = prepared((db) => db.insert(vatLines).values(wholeRow(vatLines)))

/** Returns what is left of an order's payment after refunds and disputes; not below 0. */
export const taxedRest = ({ db }: Ctx, orderId: string): number => gross(db).get({ orderId })?.minor ?? 0

/** Returns the VAT that some movements took back with them, by the keys of their postings. */
export const vatTakenBack = ({ db }: Ctx, uniqueKeys: readonly string[]): number =>
  -uniqueKeys.reduce((sum, uniqueKey) => sum + (vatOfMovement(db).get({ uniqueKey })?.minor ?? 0), 0)

/**
 * Stores the VAT of each posting of a taxed order that moved money of its buyer. A movement's VAT
 * is the difference that it makes to the VAT within the rest, so that parts refunded in any order
 * sum to the whole, and the rest has the VAT of its amount (rule: vat-of-refunds). A buyer whom a
 * refund and a dispute paid back twice leaves no rest, and no VAT below 0. `dates` has the times of
 * the processor by the postings' keys. Idempotent; called in the transaction that grants.
 */
export function recordVat(ctx: Ctx, order: Order, dates: ReadonlyMap<string, number>): void {
  const { id: orderId, mode, vatCountry: country, vatBasisPoints: basisPoints, currency } = order
  if (country === null || basisPoints === null || mode === 'free') return
  const sale = [...dates].find(([key]) => key.startsWith('SALE '))
  const saleMonth = monthAt(sale?.[1] ?? ctx.now())
  let moved = 0
  for (const { id: postingId, uniqueKey, createdAt, movedMinor, isNew } of movements(ctx.db).all({ orderId })) {
    const before = Math.max(0, moved)
    moved += movedMinor
    if (!isNew) continue
    const rest = Math.max(0, moved)
    const at = dates.get(uniqueKey) ?? createdAt
    const line = { postingId, orderId, mode, at, month: monthAt(at), saleMonth, country, basisPoints, currency }
    const vatMinor = vatIn(rest, basisPoints) - vatIn(before, basisPoints)
    addLine(ctx.db).run({ ...line, grossMinor: rest - before, vatMinor })
  }
}
