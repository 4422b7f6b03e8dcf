import { and, eq, isNull } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { issueLink } from '../../order/guest-link.ts'
import { type Order, orderById } from '../../order/order.ts'
import { hasOrdered } from '../../order/settle/deliver.ts'
import { type EmailText, keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import type { CompleteEmail } from '../../platform/mail/send-mail.ts'
import { type GiftRow, giftOf } from './gift.ts'

const usefulMs = 180 * dayMs
const kind = 'gift-taken'

/** The paragraph that is replaced with the taker's link when the email is sent. */
const linkOfTaker = '{{taken}}'
const ofParagraph = `\n\n${linkOfTaker}\n\n`

export const takenUrl = ({ site }: Pick<Ctx, 'site'>, secret: string): string => `${site.origin}/taken/${secret}`

/** Whether somebody has a gift without an account. */
export const isTaken = (gift: GiftRow): boolean => gift.claimedAt !== null && gift.holderId === null

/** Queues an email to whoever took a gift without an account. Called in a transaction. */
function queueToTaker(
  ctx: Ctx,
  { cassetId }: Pick<Order, 'cassetId'>,
  { orderId, takerEmail, takerLanguage }: GiftRow,
  turn: string,
  write: () => EmailText,
): void {
  queueEmail(ctx, {
    uniqueKey: `${kind}:${orderId}:${turn}`,
    kind,
    cassetId,
    orderId,
    to: { address: takerEmail ?? '', language: takerLanguage },
    write,
    usefulUntil: ctx.now() + usefulMs,
  })
}

/** Queues the email with the link of whoever took a gift. Called in its transaction. */
export function queueTaken(ctx: Ctx, order: Order, gift: GiftRow): void {
  const { casset, artist } = cassetForSale(ctx, order.cassetId)
  queueToTaker(ctx, order, gift, 'first', () => ({
    subject: say('Your gift: {name}', { name: casset.name }),
    paragraphs: [
      say('you took {name} by {artist}: it is yours to hear and to download. ## after Hello,', {
        name: casset.name,
        artist: artist.displayName,
      }),
      linkOfTaker,
      say('If that was not you, ignore this email: nothing was paid with your address.'),
    ],
  }))
}

/** Whether the email with a taker's link was sent or will be: without SMTP none is. */
export function isTakerMailed({ db, mailer }: Ctx, orderId: string): boolean {
  if (!mailer) return false
  const { problem, uniqueKey } = mails
  const first = eq(uniqueKey, `${kind}:${orderId}:first`)
  return (
    db
      .select({ problem })
      .from(mails)
      .where(and(first, isNull(problem)))
      .get() !== undefined
  )
}

/** Tells whoever took a preorder without an account that it is open. Called in a transaction. */
export function tellTakerOfOpening(ctx: Ctx, order: Order, at: number, write: () => EmailText): void {
  const gift = giftOf(ctx, order.id)
  if (!gift || !isTaken(gift)) return
  queueToTaker(ctx, order, gift, `opened ${at}`, () => {
    const { subject, paragraphs } = write()
    return { subject, paragraphs: [...paragraphs, linkOfTaker] }
  })
}

/** Tells whoever took a gift without an account that it has ended. Called in its transaction. */
export function tellTakerOfEnd(ctx: Ctx, order: Order): void {
  const gift = giftOf(ctx, order.id)
  if (!gift || !isTaken(gift)) return
  const { casset } = cassetForSale(ctx, order.cassetId)
  queueToTaker(ctx, order, gift, `ended ${ctx.now()}`, () => ({
    subject: say('Your gift {name} has ended', { name: casset.name }),
    paragraphs: [say('Its payment went back to whoever gave it to you.')],
  }))
}

/**
 * Returns the text of an email to whoever took a gift when it is sent, with a link created at that
 * moment; undefined once it is in a library, has ended or their address was forgotten. Every other
 * email stays unchanged.
 */
export const completeTakerEmail: CompleteEmail = (ctx, { kind: sent, uniqueKey, recipient, textBody }) => {
  if (sent !== kind || !textBody.includes(ofParagraph)) return textBody
  const orderId = uniqueKey.split(':')[1] ?? ''
  const [order, gift] = [orderById(ctx, orderId), giftOf(ctx, orderId)]
  if (!order || !gift || !isTaken(gift) || gift.takerEmail !== recipient || !hasOrdered(ctx, order)) return undefined
  const url = takenUrl(ctx, issueLink(ctx, orderId, 'taken'))
  const says = [keyTo(say('Download'), url), say('Keep this link: whoever has it can hear and download it, too.')]
  return textBody.replace(ofParagraph, () => `\n\n${says.join('\n\n')}\n\n`)
}
