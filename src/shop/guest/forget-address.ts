import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { spend } from '../../platform/http/limiter.ts'
import { mailboxOf } from '../../platform/mail/address.ts'
import { forgetGuestOf } from '../rest/forget-guest.ts'
import { queueLinks } from './emails.ts'
import { heldOrder, readCollected } from './read-collected.ts'

/**
 * Forgets the email address of a guest, who has the secret link. Their purchase stays; they get no
 * more emails and leave the artist's mailing list. The payment processor keeps what it was told.
 * Throws NOT_FOUND.
 */
export function forgetAddress(ctx: Ctx, secret: string): void {
  const { order } = readCollected(ctx, secret)
  inTransaction(ctx.db, () => forgetGuestOf(ctx, order))
}

/** Throws NOT_FOUND, BAD_STATE without a purchase, an address or SMTP, RATE_LIMIT. */
export function mailLinks(ctx: Ctx, secret: string): void {
  const order = heldOrder(ctx, secret)
  if (!ctx.mailer)
    throw new AppError('BAD_STATE', say('This site sends no email.'), { hint: say('Keep the link of this page.') })
  if (!order.buyerEmail) throw new AppError('BAD_STATE', say('We have forgotten your email address, as you asked.'))
  spend(ctx.limiter, 'email-to-stranger', mailboxOf(order.buyerEmail))
  inTransaction(ctx.db, () => queueLinks(ctx, order, ctx.uuid()))
}
