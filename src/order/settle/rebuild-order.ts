import { eq } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { artists, users } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { referralLinks } from '../../../db/schema/shop/referral.ts'
import { accountExists } from '../../account/account-exists.ts'
import { restoreCustomer } from '../../account/customer/note-changes.ts'
import { restoreAccount } from '../../books/seller/account/restore-account.ts'
import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { idOf } from '../../platform/payment/id-of.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { waitingFor } from '../../platform/payment/waiting-for.ts'
import { goodsOf, isSaleOf } from '../goods.ts'
import { type Order, orderById, orderOfIntent } from '../order.ts'
import { isOfThisInstance, orderIn } from '../order-metadata.ts'
import { restoreOrder, saveParts } from '../place-order.ts'
import { purchaseStatusOf } from '../read-payment.ts'
import { notePress } from '../withdrawal-offer.ts'

/** Returns words for the owner of the instance; null when the order can be rebuilt. */
export function obstacleToRebuild(ctx: Ctx, processor: Processor, payment: Payment): string | null {
  const { intent, charge } = payment
  const told = isOfThisInstance(ctx, intent) ? orderIn(intent) : undefined
  if (!told || told.mode !== processor.mode) return say('the payment does not say what it was for')
  const known = orderById(ctx, told.id)
  if (known && known.paymentIntentId !== null) return say('that order has another payment')
  const { userId } = told
  if (userId !== null && !(has(ctx, users, users.id, userId) && has(ctx, artists, artists.userId, userId))) {
    return say('the database has no account {account}, which paid', { account: userId })
  }
  if (!has(ctx, cassets, cassets.id, told.cassetId))
    return say('the database has no casset {casset}', { casset: told.cassetId })
  const stranger = told.parts.find(({ artistId }) => !has(ctx, artists, artists.id, artistId))
  if (stranger) return say('the database has no artist {artist}, whom it was sold for', { artist: stranger.artistId })
  const { lost } = goodsOf(ctx)[told.kind]
  const obstacle = lost?.obstacle?.(ctx, told, intent.metadata) ?? null
  // Goods that were never here cannot be delivered: their payment would be refunded by itself.
  const isKept = charge !== undefined && !purchaseStatusOf(payment).isRevoked
  if (obstacle !== null || known || !isKept) return obstacle
  return lost?.missing?.(ctx, told, intent.metadata, charge.created * 1_000) ?? null
}

const has = ({ db }: Ctx, table: SQLiteTable, column: SQLiteColumn, value: string): boolean =>
  db.select({ found: column }).from(table).where(eq(column, value)).get() !== undefined

/**
 * Stores the order of a payment again after an older copy of the database has lost it, with the
 * account it was sold for. Undefined when nobody paid it or it cannot be rebuilt. Settling it
 * delivers the goods. Called in a transaction.
 */
export function rebuildOrder(ctx: Ctx, processor: Processor, payment: Payment): Order | undefined {
  const { intent, charge } = payment
  const told = orderIn(intent)
  if (!charge && !waitingFor(intent)) return undefined
  if (!told || obstacleToRebuild(ctx, processor, payment) !== null) return undefined
  const { parts, ...terms } = told
  const { sellerAccountId: accountId } = told
  const sellers = [{ artistId: artistOf(ctx, told.cassetId).id, accountId }, ...parts]
  for (const seller of sellers) {
    if (seller.accountId !== null) restoreAccount(ctx, processor.mode, seller.artistId, seller.accountId)
  }
  const referralCode = told.referralCode !== null && has(ctx, referralLinks, referralLinks.code, told.referralCode)
  // The goods count from the time of payment: its buyer holds tracks that the artist has removed
  // since (rule: held-tracks).
  const paidAt = charge ? charge.created * 1_000 : null
  const isShared = parts.length > 0
  const codeThen = referralCode ? told.referralCode : null
  const goods = goodsOf(ctx)[told.kind]
  const row = {
    ...terms,
    holderId:
      goods.holding.given || told.holderId === null || !accountExists(ctx, told.holderId) ? null : told.holderId,
    isSale: isSaleOf(goods),
    isShared,
    referralCode: codeThen,
    paymentIntentId: intent.id,
    paidAt,
  }
  restoreOrder(ctx, row)
  if (isShared) saveParts(ctx, told, parts)
  const { customer } = intent
  if (told.userId !== null && customer !== null) {
    restoreCustomer(ctx, processor.mode, told.userId, idOf(customer))
  }
  goods.lost?.rebuild?.(ctx, told.id, intent.metadata)
  const { withdrawnAt } = told
  if (withdrawnAt !== null) notePress(ctx, told.id, withdrawnAt, ctx.now(), withdrawnAt)
  return orderOfIntent(ctx, intent.id)
}
