import { cleanLines } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { orderOf } from '../../order/buyer.ts'
import { endLinks } from '../../order/guest-link.ts'
import type { Order } from '../../order/order.ts'
import { hasOrdered } from '../../order/settle/deliver.ts'
import { hearFirst } from '../../order/settle/hear-first.ts'
import { tellLater } from '../../order/tell-payment.ts'
import { spend } from '../../platform/http/limiter.ts'
import type { Holder } from '../../platform/http/session/holder.ts'
import { mailboxOf } from '../../platform/mail/address.ts'
import { dropKeyed } from '../../platform/mail/forget-mails.ts'
import { changeGift, type GiftRow, giftOf, toGift } from './gift.ts'
import type { ChangedGift, Gift, Sent } from './model.ts'
import { passedUrl, savePassedLink } from './passed-link.ts'
import { mostEmails, queueSending, sendGift } from './send-gift.ts'
import { readDay, readReceiver } from './start-gift.ts'

/** Throws as `orderOf` does, and BAD_STATE for a gift that was claimed or has ended. */
function ownGift(ctx: Ctx, payer: Holder, orderId: string): { order: Order; gift: GiftRow } {
  const order = orderOf(ctx, payer, orderId)
  const gift = order.state === 'PAID' ? giftOf(ctx, orderId) : undefined
  if (!gift) throw notFound('gift')
  if (gift.claimedAt !== null) throw new AppError('BAD_STATE', say('The gift was claimed: it stays where it is.'))
  if (!hasOrdered(ctx, order)) throw new AppError('BAD_STATE', say('The gift has ended: the money went back.'))
  return { order, gift }
}

/**
 * Changes where a gift goes, what it says or when it is sent, until it is claimed. With another
 * address the links in earlier emails end. Throws VALIDATION, RATE_LIMIT, UNAVAILABLE, and as
 * `ownGift` does.
 */
export async function updateGift(ctx: Ctx, payer: Holder, orderId: string, asked: ChangedGift): Promise<Gift> {
  await hearFirst(ctx, ownGift(ctx, payer, orderId).order)
  return ctx.jointly(() => {
    const { order, gift } = ownGift(ctx, payer, orderId)
    const who = { email: 'secret' in payer ? (order.buyerEmail ?? '') : payer.email, cassetId: order.cassetId }
    const email = asked.email === undefined ? gift.email : readReceiver(ctx, asked.email, who)
    const message = asked.message === undefined ? gift.message : cleanLines(asked.message)
    const sendAt = asked.sendAt === undefined ? gift.sendAt : readDay(ctx, asked.sendAt)
    const isMoved = email !== gift.email
    if (gift.sentAt !== null && sendAt !== gift.sendAt && !isMoved) {
      throw new AppError('BAD_STATE', say('The gift was sent already.'), { field: 'sendAt' })
    }
    if (isMoved && gift.sentAt !== null) refuseManyEmails(gift)
    if (isMoved) {
      // One payment is no way to write to many.
      for (const key of [`gift ${orderId}`, mailboxOf(email)]) spend(ctx.limiter, 'email-to-stranger', key)
      // Links that went to another address must not claim it.
      endLinks(ctx, orderId, 'gift')
      dropKeyed(ctx, `gift:${orderId}`)
    }
    if (sendAt !== gift.sendAt || message !== gift.message) tellLater(ctx, orderId)
    changeGift(ctx, orderId, { email, message, sendAt, ...(isMoved ? { sentAt: null } : {}) })
    savePassedLink(ctx, { orderId, email })
    queueSending(ctx, order)
    return toGift(ctx, order, giftOf(ctx, orderId) ?? gift)
  })
}

/**
 * Sends a gift again, or at once where it waits for its day. Where no email is sent, its payer gets
 * the link to pass on. Throws BAD_STATE, RATE_LIMIT, and as `ownGift` does.
 */
export function sendAgain(ctx: Ctx, payer: Holder, orderId: string): Promise<Sent> {
  return ctx.jointly(() => {
    const { order, gift } = ownGift(ctx, payer, orderId)
    if (!ctx.mailer || gift.email === '') {
      savePassedLink(ctx, gift)
      return { url: passedUrl(ctx, gift) }
    }
    refuseManyEmails(gift)
    spend(ctx.limiter, 'email-to-stranger', mailboxOf(gift.email))
    sendGift(ctx, order, gift)
    return { url: null }
  })
}

function refuseManyEmails({ emails }: GiftRow): void {
  if (emails < mostEmails) return
  throw new AppError('BAD_STATE', say('A gift is sent at most {mostEmails} times.', { mostEmails }), {
    hint: say('Ask whoever runs this site for help.'),
  })
}
