import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { ledgerAccounts, ledgerEntries } from '../../../db/schema/books/ledger.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { orderParts, orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import type { SellerAccount } from './account/seller-account.ts'

/**
 * Returns whether an account was ever paid, or anything was sold for it, including as one of
 * several artists. Such an account is never replaced.
 */
export const wasPaid = (ctx: Pick<Ctx, 'db'>, account: SellerAccount): boolean =>
  hasSold(ctx, account) || hasShared(ctx, account) || isInLedger(ctx, account)

function hasSold({ db }: Pick<Ctx, 'db'>, { accountId, artistId }: SellerAccount): boolean {
  const own = db.select({ id: cassets.id }).from(cassets).where(eq(cassets.artistId, artistId))
  const isTheirs = and(inArray(orders.cassetId, own), eq(orders.sellerAccountId, accountId))
  const paid = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`${orders.state} = 'PAID'`, isTheirs))
  return paid.limit(1).get() !== undefined
}

function hasShared({ db }: Pick<Ctx, 'db'>, { artistId, mode }: SellerAccount): boolean {
  const shared = db
    .select({ id: orders.id })
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderParts.orderId))
    .where(and(eq(orderParts.artistId, artistId), isNotNull(orderParts.paidAt), eq(orders.mode, mode)))
  return shared.limit(1).get() !== undefined
}

function isInLedger({ db }: Pick<Ctx, 'db'>, { artistId, mode }: SellerAccount): boolean {
  const { id, kind } = ledgerAccounts
  const isOwn = and(eq(ledgerAccounts.artistId, artistId), eq(ledgerAccounts.mode, mode), eq(kind, 'ARTIST'))
  const entries = db
    .select({ id })
    .from(ledgerAccounts)
    .innerJoin(ledgerEntries, eq(ledgerEntries.accountId, id))
    .where(isOwn)
  return entries.limit(1).get() !== undefined
}
