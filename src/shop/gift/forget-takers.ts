import { and, eq, isNotNull, ne, or } from 'drizzle-orm'
import { gifts } from '../../../db/schema/shop/gift.ts'
import type { Ctx } from '../../context.ts'
import { tellLater } from '../../order/tell-payment.ts'
import { forgetReader } from '../../platform/mail/forget-mails.ts'
import { changeGift } from './gift.ts'

/**
 * Forgets an address to which gifts were sent, or that took them; the gifts stay. A gift that is
 * still to be sent keeps it: its giver paid for that, and may take it back. Called in a
 * transaction.
 */
export function forgetTakersAt(ctx: Ctx, email: string): void {
  const isSent = and(eq(gifts.email, email), ne(gifts.email, ''), isNotNull(gifts.sentAt))
  const theirs = ctx.db
    .select()
    .from(gifts)
    .where(or(isSent, eq(gifts.takerEmail, email)))
    .all()
  for (const { orderId, takerEmail, ...gift } of theirs) {
    const sentTo = gift.email === email ? { email: '' } : {}
    changeGift(ctx, orderId, { ...sentTo, ...(takerEmail === email ? { takerEmail: '' } : {}) })
    forgetReader(ctx, [`gift-taken:${orderId}`])
    tellLater(ctx, orderId)
  }
}
