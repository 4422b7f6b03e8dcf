import { linksOfGuest } from '../../books/receipt/emails.ts'
import { openingOf } from '../../casset/access/opening.ts'
import { worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { isOfGuest } from '../../lib/payment/order-parties.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { goodsOf } from '../../order/goods.ts'
import { collectedUrl, issueLink } from '../../order/guest-link.ts'
import { type Order, orderById } from '../../order/order.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import type { CompleteEmail } from '../../platform/mail/send-mail.ts'

const usefulMs = 180 * dayMs
const kind = 'guest-links'

const claimUrl = ({ site }: Ctx, secret: string): string => `${site.origin}/claim/${secret}`

/** Returns the keys of a guest's email with links: a receipt's, or a free casset's. */
export const firstEmailKeys = (orderId: string): string[] => [`receipt:${orderId}`, `${kind}:${orderId}:first`]

/**
 * Queues the email with only a guest's links; `turn` distinguishes it from other emails of the
 * order. It names the casset by its handle only: a name could carry an advertisement to the real
 * owner of the address. Called in a transaction.
 */
export function queueLinks(ctx: Ctx, { id, cassetId, buyerEmail, language }: Order, turn: string): void {
  const handle = worldById(ctx, cassetId)?.artist.handle ?? ''
  queueEmail(ctx, {
    uniqueKey: `${kind}:${id}:${turn}`,
    kind,
    cassetId,
    orderId: id,
    to: { address: buyerEmail ?? '', language },
    write: () => ({
      subject: say('What you bought of @{handle}', { handle }),
      paragraphs: [
        say('the casset of @{handle} was bought with your email address. ## after Hello,', { handle }),
        linksOfGuest,
        say('If that was not you, ignore this email: nothing was paid with it.'),
      ],
    }),
    usefulUntil: ctx.now() + usefulMs,
  })
}

/**
 * Returns the text of an email to a guest when it is sent, with links created at that moment;
 * undefined once the address was forgotten. Every other email stays unchanged.
 */
export const completeGuestEmail: CompleteEmail = (ctx, { kind: sent, uniqueKey, textBody }) => {
  if ((sent !== kind && sent !== 'receipt') || !textBody.includes(ofParagraph)) return textBody
  const order = orderById(ctx, uniqueKey.split(':')[1] ?? '')
  if (!order) return undefined
  if (!isOfGuest(order))
    return textBody.replace(
      ofParagraph,
      `\n\n${keyTo(say('Download'), `${ctx.site.origin}/library`)}\n\n${say('It is in your library.')}\n\n`,
    )
  if (order.buyerEmail === '') return undefined
  const links = goodsOf(ctx)[order.kind].holding.given ? linkOfGift(ctx, order.id) : linksOf(ctx, order)
  return textBody.replace(ofParagraph, `\n\n${links}\n\n`)
}

// The mark is a whole paragraph: names are one line, so that no casset can be called like this.
const ofParagraph = `\n\n${linksOfGuest}\n\n`

const linkOfGift = (ctx: Ctx, orderId: string): string =>
  [
    keyTo(say('See your gift'), collectedUrl(ctx, issueLink(ctx, orderId, 'open'))),
    '',
    say('Keep this link: with it you see what has become of your gift, and change where it goes.'),
  ].join('\n')

const linksOf = (ctx: Ctx, { id: orderId, cassetId }: Order): string =>
  [
    keyTo(
      openingOf(ctx, cassetId).opensAt === null ? say('Download') : say('See your order'),
      collectedUrl(ctx, issueLink(ctx, orderId, 'open')),
    ),
    '',
    say('Keep this link: whoever has it can download, too. Your receipt is on its page.'),
    '',
    say('To hear all of it here, put it into your library. This link does that once, for whoever opens it first:'),
    claimUrl(ctx, issueLink(ctx, orderId, 'claim')),
  ].join('\n')
