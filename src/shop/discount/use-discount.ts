import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { users } from '../../../db/schema/account/account.ts'
import { orderAccount, orders } from '../../../db/schema/order/order.ts'
import { discounts } from '../../../db/schema/shop/discount.ts'
import type { CassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { readCode } from '../../lib/text/spell-code.ts'
import type { Buyer } from '../../order/buyer.ts'
import { mailboxOf } from '../../platform/mail/address.ts'
import { leastPaid } from '../../platform/payment/settled-least.ts'
import { type DiscountRow, openDiscount, reduced, spelledCode } from './discount.ts'

const field = 'code'

const refused = (text: string, hint: string) => new AppError('BAD_STATE', text, { field, hint })

/** The price for somebody with a code, and the discount; null where the casset is free anyway. */
export type Offer = { priceMinor: number; discount: DiscountRow | null }

/** Throws BAD_STATE, field `code`, for a code that is not valid here now. */
export function offerFor(ctx: Ctx, forSale: CassetForSale, typed: string | undefined): Offer {
  const { priceMinor, currency } = forSale.casset
  if (typed === undefined || priceMinor === 0) return { priceMinor, discount: null }
  const discount = openDiscount(ctx, forSale, spelledCode(typed))
  if (!discount) {
    const isGiving = readCode(typed) !== null
    throw refused(
      say('This code is not valid here.'),
      isGiving
        ? say('A code of 16 letters and digits is redeemed at /redeem.')
        : say('Check the code, or pay without it.'),
    )
  }
  if (discount.expiresAt !== null && discount.expiresAt <= ctx.now()) {
    throw refused(say('This code has expired.'), say('Pay without it, or ask whoever gave it to you for another one.'))
  }
  return { priceMinor: reduced({ amount: priceMinor, leastMinor: leastPaid(ctx, currency) }, discount), discount }
}

export const keptDiscount = ({ discount }: Pick<Offer, 'discount'>) => ({
  discountId: discount?.id ?? null,
  discountCode: discount?.code ?? null,
})

/**
 * Throws BAD_STATE, field `code`, when somebody has used a code, or all of its uses are paid or
 * held by payments under way, apart from the order that the new one replaces. Called again in the
 * transaction that places the order, so that of many people at once no more get it than it has
 * uses.
 */
export function refuseUsed(ctx: Ctx, { discount }: Offer, buyer: Buyer, replaced: { id: string } | undefined): void {
  if (!discount) return
  const other = replaced?.id ?? ''
  if (hasUsed(ctx, discount, buyer, other)) {
    throw refused(say('You have used this code.'), say('Each person can use it once.'))
  }
  if (discount.uses === null) return
  const left = discount.uses - usedOf(ctx, discount)
  if (left <= 0)
    throw refused(say('This code is used up.'), say('Pay without it, or ask whoever gave it to you for another one.'))
  if (underWay(ctx, discount, other) < left) return
  throw refused(
    say('Others are paying with the last uses of this code.'),
    say('Try again in an hour, or pay without it.'),
  )
}

const usedOf = ({ db }: Ctx, { id }: DiscountRow): number =>
  db.select({ used: discounts.used }).from(discounts).where(eq(discounts.id, id)).get()?.used ?? 0

const underWay = ({ db }: Ctx, { id }: DiscountRow, other: string): number =>
  db
    .select({ open: count() })
    .from(orders)
    .where(and(eq(orders.discountId, id), eq(orders.state, 'OPEN'), ne(orders.id, other)))
    .get()?.open ?? 0

const usersOf = prepared((db) =>
  db
    .select({
      // An account that a guest claimed it into holds it.
      userId: orderAccount,
      email: sql<string | null>`coalesce(${users.email}, ${orders.buyerEmail}, ${orders.receiptEmail})`,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orderAccount))
    .where(
      and(
        eq(orders.discountId, sql.placeholder('id')),
        inArray(orders.state, ['PAID', 'OPEN']),
        ne(orders.id, sql.placeholder('other')),
      ),
    ),
)

/**
 * Returns whether somebody has used a code, or is about to: by their account, or by a mailbox,
 * however its address is spelled.
 */
function hasUsed({ db }: Ctx, { id }: DiscountRow, { userId, email }: Buyer, other: string): boolean {
  const own = email ? sameMailbox(email) : ''
  return usersOf(db)
    .all({ id, other })
    .some(
      (by) => (userId !== null && by.userId === userId) || (own !== '' && by.email && sameMailbox(by.email) === own),
    )
}

const sameMailbox = (address: string): string => mailboxOf(address.toLowerCase())
