import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { prepared, wholeRow } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/money/ledger.ts'
import type { Order } from '../../../db/schema/money/order.ts'
import { vatLines } from '../../../db/schema/money/vat.ts'
import type { Ctx } from '../../context.ts'
import { monthAt } from '../../lib/month.ts'
import { vatIn } from '../../lib/vat.ts'

const { placeholder } = sql

const newMovements = prepared((db) => {
  const { id, uniqueKey, orderId, createdAt } = ledgerPostings
  return db
    .select({ id, uniqueKey, createdAt, grossMinor: sql<number>`-sum(${ledgerEntries.amountMinor})` })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .leftJoin(vatLines, eq(vatLines.postingId, id))
    .where(
      and(
        eq(orderId, placeholder('orderId')),
        isNull(vatLines.postingId),
        inArray(ledgerAccounts.kind, ['BUYERS', 'REFUNDS']),
      ),
    )
    .groupBy(id)
    .orderBy(asc(id))
})
const gross = prepared((db) =>
  db
    .select({
      minor: sql<number>`coalesce(sum(${vatLines.grossMinor}), 0)`,
      vat: sql<number>`coalesce(sum(${vatLines.vatMinor}), 0)`,
    })
    .from(vatLines)
    .where(eq(vatLines.orderId, placeholder('orderId'))),
)
const addLine = prepared((db) => db.insert(vatLines).values(wholeRow(vatLines)))

/** Returns what is left of an order's payment after refunds and disputes, and the VAT within it. */
export const taxedRest = ({ db }: Ctx, orderId: string): { minor: number; vat: number } =>
  gross(db).get({ orderId }) ?? { minor: 0, vat: 0 }

/**
 * Stores the VAT of each posting of a taxed order that moved money of its buyer. A movement's VAT
 * is the difference that it makes to the VAT within the rest, so that parts refunded in any order
 * sum to the whole, and the rest has the VAT of its amount (rule: vat-of-refunds). `dates` has the
 * times of the processor by the postings' keys. Idempotent; called in the transaction that grants.
 */
export function recordVat(ctx: Ctx, order: Order, dates: ReadonlyMap<string, number>): void {
  const { id: orderId, mode, vatCountry: country, vatBasisPoints: basisPoints, currency } = order
  if (country === null || basisPoints === null || mode === 'free') return
  const moved = newMovements(ctx.db).all({ orderId })
  if (moved.length === 0) return
  let rest = taxedRest(ctx, orderId).minor
  const sale = [...dates].find(([key]) => key.startsWith('SALE '))
  const saleMonth = monthAt(sale?.[1] ?? ctx.now())
  for (const { id: postingId, uniqueKey, createdAt, grossMinor } of moved) {
    const at = dates.get(uniqueKey) ?? createdAt
    const vatMinor = vatIn(rest + grossMinor, basisPoints) - vatIn(rest, basisPoints)
    rest += grossMinor
    const line = { postingId, orderId, mode, at, month: monthAt(at), saleMonth, country, basisPoints, currency }
    addLine(ctx.db).run({ ...line, grossMinor, vatMinor })
  }
}
