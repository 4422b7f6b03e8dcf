import { and, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { inBatches } from '../../../db/in-batches.ts'
import { mailingConsents as consents } from '../../../db/schema/money/mailing-list.ts'
import { orders } from '../../../db/schema/money/order.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { dayMs } from '../../lib/calendar.ts'
import { spend } from '../../platform/http/limiter.ts'
import { mailboxOf } from '../../platform/mail/address.ts'
import { queueLinks } from './letters.ts'
import { heldOrder, readCollected } from './read-collected.ts'

const unpaidKeptMs = 30 * dayMs

/**
 * Forgets the email address of a guest, who has the secret link. What they have stays; no letter reaches them any more, and
 * the artist's mailing list has them no longer. What
 * the payment processor was told stays with it. Throws NOT_FOUND.
 */
export function forgetAddress(ctx: Ctx, secret: string): void {
  const { order } = readCollected(ctx, secret)
  if (!order.buyerEmail) return
  const { db } = ctx
  // A range, since LIKE would look at every mail.
  const ofLinks = and(gt(mails.uniqueKey, `guest-links:${order.id}:`), lt(mails.uniqueKey, `guest-links:${order.id};`))
  const ofOrder = or(eq(mails.uniqueKey, `receipt:${order.id}`), ofLinks)
  const { artist } = cassetForSale(ctx, order.cassetId)
  const consent = and(eq(consents.artistId, artist.id), eq(consents.email, order.buyerEmail), isNull(consents.userId))
  inTransaction(db, () => {
    db.delete(consents).where(consent).run()
    db.update(orders).set({ buyerEmail: '' }).where(eq(orders.id, order.id)).run()
    db.delete(mails)
      .where(and(ofOrder, isNull(mails.sentAt)))
      .run()
    // The key stays, so that nothing is sent twice.
    db.update(mails)
      .set({ recipient: '' })
      .where(and(ofOrder, isNotNull(mails.sentAt)))
      .run()
  })
}

/** Mails a guest their links again. Throws NOT_FOUND, BAD_STATE without a purchase, an address or SMTP, RATE_LIMIT. */
export function mailLinks(ctx: Ctx, secret: string): void {
  const order = heldOrder(ctx, secret)
  if (!ctx.mailer) throw new AppError('BAD_STATE', 'This site sends no mail.', { hint: 'Keep the link of this page.' })
  if (!order.buyerEmail) throw new AppError('BAD_STATE', 'We have forgotten your email address, as you asked.')
  spend(ctx.limiter, 'letter-to-stranger', mailboxOf(order.buyerEmail))
  inTransaction(ctx.db, () => queueLinks(ctx, order, ctx.uuid()))
}

/** Forgets email addresses 30 days after their checkout was not paid, unless a voucher of it waits. */
export const forgetUnpaid = (ctx: Ctx): Promise<void> =>
  inBatches(ctx.jointly, ctx.db, {
    sql: `UPDATE orders SET buyer_email = '' WHERE id IN (SELECT id FROM orders
      WHERE buyer_email <> '' AND state <> 'PAID' AND created_at < $before
        AND id NOT IN (SELECT order_id FROM waiting_payments) LIMIT $limit)`,
    before: ctx.now() - unpaidKeptMs,
  })
