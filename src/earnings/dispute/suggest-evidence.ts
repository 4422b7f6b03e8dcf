import { eq } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import { cardName } from '../../books/receipt/card-name.ts'
import { issuedReceipt } from '../../books/receipt/issue-receipt.ts'
import type { Ctx } from '../../context.ts'
import { ownLanguage } from '../../lib/language/languages.ts'
import { inLanguage } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { buyerName } from '../../lib/payment/buyer-name.ts'
import { isOfGuest } from '../../lib/payment/order-parties.ts'
import { pagePath, slugOf } from '../../lib/text/slug.ts'
import { goodsOf } from '../../order/goods.ts'
import type { DisputeToAnswer } from './model.ts'
import type { DisputeDetails } from './read-disputes.ts'

const minute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * Returns suggested texts for evidence: the goods, and what we know of their delivery. In English,
 * which banks read, whatever the artist's language.
 */
export const suggestEvidence = (ctx: Ctx, details: DisputeDetails): DisputeToAnswer['suggestion'] =>
  inLanguage(ownLanguage, () => ({
    productDescription: describe(ctx, details),
    accessActivityLog: tellAccess(ctx, details),
  }))

function describe(ctx: Ctx, details: DisputeDetails): string {
  const { order, seller, casset } = details
  const page = `${ctx.site.origin}${pagePath(slugOf(casset, seller.handle))}`
  return goodsOf(ctx)[order.kind].evidence.product(details, `${seller.displayName}, ${page}`)
}

/** Only what we know for certain; we keep no log of streams and downloads. */
function tellAccess(ctx: Ctx, { order, buyer }: DisputeDetails): string {
  const who = buyer
    ? `the account @${buyer.handle}, signed in,`
    : isOfGuest(order)
      ? 'a guest, known by their email address,'
      : `${buyerName(order.agentKey)}, a program without an account,`
  const receipt = issuedReceipt(ctx, order.id)
  const mail = ctx.db
    .select({ sentAt: mails.sentAt })
    .from(mails)
    .where(eq(mails.uniqueKey, `receipt:${order.id}`))
    .get()
  const card = receipt && cardName(receipt)
  const sum = sumText({ amount: order.amountMinor, currency: order.currency })
  const at = minute(order.paidAt ?? order.createdAt)
  const lines = [
    `${minute(order.createdAt)}: ${who} opened the checkout.`,
    `${at}: ${sum} was paid ${card ? `with ${card} ` : ''}(order ${order.id}).`,
    ...(buyer && goodsOf(ctx)[order.kind].evidence.isInAccount
      ? [`${at}: the purchase was in the account @${buyer.handle}.`]
      : []),
    ...(receipt
      ? [`${minute(receipt.issuedAt)}: the receipt was issued${buyer ? '; the account can read it at any time' : ''}.`]
      : []),
    ...(mail?.sentAt ? [`${minute(mail.sentAt)}: the receipt was sent to the email address of the buyer.`] : []),
  ]
  return lines.join('\n')
}
