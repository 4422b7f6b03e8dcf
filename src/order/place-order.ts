import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { assigned, prepared, wholeRow } from '../../db/prepared.ts'
import { orderParts, orders } from '../../db/schema/order/order.ts'
import { accountExists } from '../account/account-exists.ts'
import { hasSuspended } from '../books/seller/has-suspended.ts'
import type { CassetForSale } from '../casset/access/visible-casset.ts'
import { type Share, sharesOf } from '../casset/member/shares.ts'
import { isTakenDown } from '../casset/take-down.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { requestLanguage, say } from '../lib/language/say.ts'
import { type Buyer, buyerColumns } from './buyer.ts'
import { goodsOf, isSaleOf } from './goods.ts'
import { moveOrder, type Order, openOrder } from './order.ts'

const addOrder = prepared((db) => db.insert(orders).values(wholeRow(orders)))
const joinIntent = prepared((db) =>
  db
    .update(orders)
    .set({ paymentIntentId: assigned('paymentIntentId') })
    .where(
      and(
        eq(orders.id, sql.placeholder('id')),
        or(eq(orders.state, 'OPEN'), eq(orders.paymentIntentId, sql.placeholder('paymentIntentId'))),
      ),
    )
    .returning({ id: orders.id }),
)

/**
 * The recipient of a sale's money: a connected account, or with null the platform's own, from which
 * several artists get their parts. The fee is the platform's percent.
 */
export type Seller = { accountId: string | null; feeBasisPoints: number }

/** The content of a buyer's order. `priceMinor` is the minimum price at the moment. */
export type OrderDraft = Pick<Order, 'kind' | 'message' | 'amountMinor' | 'priceMinor' | 'referralCode'> &
  Partial<Pick<Order, 'thingId' | 'subject' | 'discountId' | 'discountCode' | 'creditMinor' | 'withdrawal' | 'agrees'>>

export type OrderTerms = OrderDraft & Pick<Order, 'mode'> & { seller: Seller }

export type OrderPart = Pick<Share, 'artistId' | 'basisPoints' | 'stays'>

/**
 * Stores an order, which replaces the previous unpaid one for the same goods. Throws
 * UNAUTHENTICATED for an account that was deleted while its payment started, and BAD_STATE where
 * nothing of the casset may be sold. Called in a transaction.
 */
export function placeOrder(
  ctx: Ctx,
  buyer: Buyer,
  casset: Pick<CassetForSale['casset'], 'id' | 'slug' | 'currency'>,
  terms: OrderTerms,
): Order {
  if (buyer.userId !== null && !accountExists(ctx, buyer.userId)) {
    throw new AppError('UNAUTHENTICATED', say('This account was deleted.'))
  }
  refuseUnsellable(ctx, casset.id, terms.amountMinor)
  const { seller, ...rest } = terms
  const goods = goodsOf(ctx)[terms.kind]
  const isSale = isSaleOf(goods)
  const order: Order = {
    id: ctx.uuid(),
    ...buyerColumns(buyer),
    language: requestLanguage() ?? null,
    holderId: goods.holding.given ? null : buyer.userId,
    thingId: null,
    subject: null,
    discountId: null,
    discountCode: null,
    creditMinor: 0,
    vatCountry: null,
    vatBasisPoints: null,
    vatMinor: null,
    withdrawal: null,
    agrees: false,
    downloadedAt: null,
    told: 0,
    withdrawnAt: null,
    isSale,
    cassetId: casset.id,
    currency: casset.currency,
    feeBasisPoints: seller.feeBasisPoints,
    sellerAccountId: seller.accountId,
    createdAt: ctx.now(),
    state: 'OPEN',
    paymentIntentId: null,
    paidAt: null,
    refusedRefunds: 0,
    chargeId: null,
    settledCurrency: null,
    cardCountry: null,
    billingCountry: null,
    isShared: casset.slug !== null && isSale,
    ...rest,
  }
  const before = openOrder(ctx, order)
  if (before) moveOrder(ctx, before, 'REPLACED')
  addOrder(ctx.db).run(order)
  if (order.isShared) saveParts(ctx, order, sharesOf(ctx, order.cassetId))
  return order
}

/**
 * Throws BAD_STATE where nothing of a casset may be collected, as the site took it down, and for a
 * sum where the site suspended somebody whom it would pay (rule: suspension).
 */
export function refuseUnsellable(ctx: Ctx, cassetId: string, amountMinor: number): void {
  if (isTakenDown(ctx, cassetId)) throw new AppError('BAD_STATE', say('This was taken down, so nothing of it is sold.'))
  if (amountMinor > 0 && hasSuspended(ctx, cassetId)) {
    throw new AppError('BAD_STATE', say('This site has suspended the artist, so nothing of theirs is sold.'))
  }
}

/** Stores an order's sellers, who stay when members join or leave. Called in its transaction. */
export function saveParts({ db }: Ctx, { id: orderId }: Pick<Order, 'id'>, parts: readonly OrderPart[]): void {
  const rows = parts.map(({ artistId, basisPoints, stays }, position) => ({
    orderId,
    position,
    artistId,
    basisPoints,
    stays,
  }))
  db.insert(orderParts).values(rows).onConflictDoNothing().run()
}

/**
 * Stores a lost order again, as of its payment (rule: rebuilt-orders); one that was never linked to
 * a payment is. Called in a transaction.
 */
export function restoreOrder(
  { db }: Ctx,
  row: Omit<typeof orders.$inferInsert, 'state' | 'paymentIntentId'> & Pick<Order, 'paymentIntentId' | 'paidAt'>,
): void {
  const { paymentIntentId, paidAt } = row
  db.insert(orders)
    // Not open: the buyer may have started another payment for the same goods since.
    .values({ ...row, state: 'REPLACED' })
    .onConflictDoUpdate({
      target: orders.id,
      set: { paymentIntentId, paidAt },
      setWhere: isNull(orders.paymentIntentId),
    })
    .run()
}

/**
 * Links an order to its payment, unless an event of a payment made at once has done so already.
 * Throws BAD_STATE when it was replaced meanwhile.
 */
export function saveIntent(ctx: Ctx, order: Order, paymentIntentId: string): void {
  if (joinIntent(ctx.db).get({ id: order.id, paymentIntentId })) return
  throw new AppError('BAD_STATE', say('This checkout was replaced by a newer one.'))
}
