import { Type as t } from '@sinclair/typebox'
import { personOf } from '../../account/person-of.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { splitSlug } from '../../lib/text/slug.ts'
import { dayMs, hourMs } from '../../lib/time/calendar.ts'
import { issueLink } from '../../order/guest-link.ts'
import { type Order, orderById } from '../../order/order.ts'
import { hasOrdered } from '../../order/settle/deliver.ts'
import { noteDelivered } from '../../order/withdrawal-offer.ts'
import { tryToSpend } from '../../platform/http/limiter.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { mailboxOf } from '../../platform/mail/address.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import type { CompleteEmail } from '../../platform/mail/send-mail.ts'
import { changeGift, type GiftRow, giftOf } from './gift.ts'
import { giftUrl } from './passed-link.ts'

const usefulMs = 180 * dayMs
const kind = 'gift'

/** The line that is replaced with the link when the email is sent. */
const linkOfGift = '\n{{gift}}\n\n'

/** The most emails of one gift, so that paying once does not buy a way to write to anybody. */
export const mostEmails = 10

const sendKind = { kind: 'send-gift', payload: t.Object({ orderId: t.String() }) }

/** Sends a gift to its receiver at its day, once (rule: gifts). */
export const sendGiftJob = defineJob(sendKind.kind, {
  payload: sendKind.payload,
  concurrency: 1,
  maxAttempts: 20,
  run: (ctx, { orderId }) =>
    ctx.jointly(() => {
      const [order, gift] = [orderById(ctx, orderId), giftOf(ctx, orderId)]
      // A gift that was put off has another job for its new day.
      if (!order || !gift || gift.sentAt !== null || (gift.sendAt ?? 0) > ctx.now()) return
      // Payments can be given back: without a limit gifts would write to strangers for nothing.
      if (gift.email !== '' && !tryToSpend(ctx.limiter, 'email-to-stranger', mailboxOf(gift.email)))
        return ctx.jobs.add(sendKind, { orderId }, { runAt: ctx.now() + hourMs })
      sendGift(ctx, order, gift)
    }),
})

/**
 * Queues the email of a paid gift for its day, unless it was sent. Called in the transaction that
 * delivers or changes it.
 */
export function queueSending(ctx: Ctx, { id: orderId }: Pick<Order, 'id'>): void {
  const gift = giftOf(ctx, orderId)
  if (!gift || gift.email === '' || gift.sentAt !== null || gift.claimedAt !== null) return
  const runAt = Math.max(gift.sendAt ?? 0, ctx.now())
  ctx.jobs.add(sendGiftJob, { orderId }, { key: `${orderId} ${gift.sendAt ?? 0}`, runAt })
}

/** Queues a gift's email, unless it was claimed or has ended. Called in a transaction. */
export function sendGift(ctx: Ctx, order: Order, gift: GiftRow): void {
  if (gift.claimedAt !== null || gift.email === '' || !hasOrdered(ctx, order)) return
  const { casset, artist } = cassetForSale(ctx, order.cassetId)
  const emails = gift.emails + 1
  changeGift(ctx, order.id, { sentAt: ctx.now(), emails })
  noteDelivered(ctx, order.id)
  queueEmail(ctx, {
    uniqueKey: `${kind}:${order.id}:${emails}`,
    kind,
    cassetId: order.cassetId,
    orderId: order.id,
    to: { address: gift.email, language: order.language },
    write: () => ({
      subject: say('A gift for you: music of @{handle}', { handle: splitSlug(artist.handle).handle }),
      paragraphs: [
        say('{giver} gives you {name} by {artist} (@{handle}): music to keep, to hear and to download.', {
          giver: giverOf(ctx, order),
          name: casset.name,
          artist: artist.displayName,
          handle: splitSlug(artist.handle).handle,
        }),
        // Each line is marked, so that none of them can stand for a paragraph of ours.
        ...(gift.message === null
          ? []
          : [say('They write:\n{message}', { message: gift.message.replace(/^/gm, '> ') })]),
        keyTo(say('Take it ## a gift'), linkOfGift.trim()),
        say('The link works once, with or without an account.'),
        say('If you do not know who this is from, ignore this email: nobody else learns that you got it.'),
      ],
    }),
    usefulUntil: ctx.now() + usefulMs,
  })
}

function giverOf(ctx: Ctx, { userId }: Order): string {
  const giver = userId === null ? undefined : personOf(ctx, userId)
  return giver && giver.email !== null ? giver.displayName : say('Somebody')
}

/**
 * Returns the text of an email with a gift when it is sent, with a link created at that moment;
 * undefined once the gift was claimed, has ended or goes to another address. Every other email
 * stays unchanged.
 */
export const completeGiftEmail: CompleteEmail = (ctx, { kind: sent, uniqueKey, recipient, textBody }) => {
  if (sent !== kind) return textBody
  const orderId = uniqueKey.split(':')[1] ?? ''
  const [order, gift] = [orderById(ctx, orderId), giftOf(ctx, orderId)]
  if (!order || gift?.email !== recipient || !hasOrdered(ctx, order)) return undefined
  const link = giftUrl(ctx, issueLink(ctx, orderId, 'gift'))
  return textBody.replace(linkOfGift, () => `\n${link}\n\n`)
}
