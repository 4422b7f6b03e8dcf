import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import { prepared, rowsBy, wholeRow } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { receipts } from '../../../db/schema/books/receipt.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { type Order, orderAccount, orders } from '../../../db/schema/order/order.ts'
import { credited } from '../../casset/member/members.ts'
import type { Ctx } from '../../context.ts'
import type { Language } from '../../lib/language/languages.ts'
import { inLanguage } from '../../lib/language/say.ts'
import { buyerName } from '../../lib/payment/buyer-name.ts'
import { readerLanguage } from '../../platform/mail/reader-language.ts'
import { sellerOnReceipt } from '../tax/seller-on-receipt.ts'
import { goodsTextOf } from './goods-text.ts'
import { takeNumber } from './take-number.ts'

export type ReceiptRow = typeof receipts.$inferSelect

const receiptOf = rowsBy(receipts, 'orderId')
const bought = prepared((db) => {
  const payers = alias(artists, 'payers')
  return db
    .select({
      cassetName: cassets.name,
      casset: { id: cassets.id, slug: cassets.slug },
      artist: { artistId: artists.id, displayName: artists.displayName, handle: artists.handle },
      account: { artistId: payers.id, handle: payers.handle, displayName: payers.displayName, email: users.email },
      other: {
        agentKey: orders.agentKey,
        language: orders.language,
        email: sql<string | null>`coalesce(${orders.buyerEmail}, ${orders.receiptEmail})`,
      },
    })
    .from(orders)
    .innerJoin(cassets, eq(cassets.id, orders.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(users, eq(users.id, orderAccount))
    .leftJoin(payers, eq(payers.userId, users.id))
    .where(eq(orders.id, sql.placeholder('orderId')))
})
const addReceipt = prepared((db) => db.insert(receipts).values(wholeRow(receipts)))

/** The goods of an order, its seller and its payer, by their current names. */
export type Bought = NonNullable<ReturnType<typeof readBought>>

/** The names of several artists are joined in the current language. */
export function readBought(ctx: Ctx, orderId: string) {
  const row = bought(ctx.db).get({ orderId })
  if (!row) return undefined
  const { casset, artist, account, other, ...rest } = row
  const asCredited = () => credited(ctx, { ...casset, word: null }, artist, Number.POSITIVE_INFINITY)
  const { artistId, handle } = asCredited()
  const seller = { artistId, handle, called: () => asCredited().displayName }
  return { ...rest, payer: payerOf(account, other), seller }
}

type Account = { artistId: string; handle: string; displayName: string; email: string }
type Other = { agentKey: string | null; email: string | null; language: Language | null }

/**
 * The payer, or the account that claimed a guest's purchase: the name for others in the current
 * language, and the email address. There is none for an agent that gave no address and a guest
 * whose address was forgotten.
 */
function payerOf(account: { [K in keyof Account]: Account[K] | null } | null, { agentKey, email, language }: Other) {
  if (account?.handle != null) {
    const { artistId, handle, displayName, email: address } = account
    return { artistId, called: () => displayName ?? handle, address: address ?? '' }
  }
  return {
    artistId: null,
    name: agentKey ?? '',
    called: () => buyerName(agentKey),
    address: email ?? '',
    language,
  }
}

/** Returns the payer as the person named in notifications: nobody without an account. */
export const actorOf = ({ payer: { artistId } }: Bought): { actorId?: string } =>
  artistId === null ? {} : { actorId: artistId }

/** Returns the stored receipt of an order; undefined when there is none. */
export const issuedReceipt = (ctx: Ctx, orderId: string): ReceiptRow | undefined => receiptOf(ctx.db).get({ orderId })

/**
 * Stores a receipt with the current names and legal details, which may change later, in the
 * language in which its payer is written to (rule: receipts). Called in the transaction that
 * grants, so that a number is given with its receipt or not at all.
 */
export function issueReceipt(ctx: Ctx, order: Order, bought: Bought, charge: Stripe.Charge): ReceiptRow {
  const { cassetName, seller, payer } = bought
  const { payment_method_details: paidWith } = charge
  const named = inLanguage(readerLanguage(ctx, payer), () => ({
    what: goodsTextOf(ctx)[order.kind].receipt.name({ order, cassetName }),
    sellerName: seller.called(),
  }))
  const row: ReceiptRow = {
    orderId: order.id,
    ...named,
    sellerHandle: seller.handle,
    cardBrand: paidWith?.card?.brand ?? null,
    cardLast4: paidWith?.card?.last4 ?? null,
    issuedAt: ctx.now(),
    number: takeNumber(ctx, order, seller.handle),
    ...sellerOnReceipt(ctx, seller.artistId),
  }
  addReceipt(ctx.db).run(row)
  return row
}
