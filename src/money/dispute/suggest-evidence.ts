import { eq } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { buyerName } from '../../lib/buyer-name.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money.ts'
import { isOfGuest } from '../../lib/order-parties.ts'
import { goodsOf } from '../order/goods.ts'
import { cardName } from '../receipt/card-name.ts'
import { issuedReceipt } from '../receipt/issue-receipt.ts'
import type { DisputeToAnswer } from './model.ts'
import type { DisputeDetails } from './read-disputes.ts'

const minute = (ms: number) =>
  say('{toISOString} UTC', { toISOString: new Date(ms).toISOString().slice(0, 16).replace('T', ' ') })

/** Returns suggested texts for evidence: the goods, and what we know of their delivery. */
export function suggestEvidence(ctx: Ctx, details: DisputeDetails): DisputeToAnswer['suggestion'] {
  return { productDescription: describe(ctx, details), accessActivityLog: tellAccess(ctx, details) }
}

function describe(ctx: Ctx, details: DisputeDetails): string {
  const { order, seller } = details
  return goodsOf(ctx)[order.kind].evidence.product(
    details,
    `${seller.displayName}, ${ctx.site.origin}/@${seller.handle}`,
  )
}

/** Only what we know for certain; we keep no log of streams and downloads. */
function tellAccess(ctx: Ctx, { order, buyer }: DisputeDetails): string {
  const who = buyer
    ? `the account @${buyer.handle}, signed in,`
    : isOfGuest(order)
      ? 'a guest, known by their email address,'
      : say('{buyerName}, a program without an account,', { buyerName: buyerName(null, order.agentKey) })
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
    say('{minute}: {who} opened the checkout.', { minute: minute(order.createdAt), who }),
    card
      ? say('{at}: {sum} was paid with {card} (order {id}).', { at, sum, card, id: order.id })
      : say('{at}: {sum} was paid (order {id}).', { at, sum, id: order.id }),
    ...(buyer && goodsOf(ctx)[order.kind].evidence.isInAccount
      ? [say('{at}: the purchase was in the account @{handle}.', { at, handle: buyer.handle })]
      : []),
    ...(receipt
      ? [
          buyer
            ? say('{minute}: the receipt was issued; the account can read it at any time.', {
                minute: minute(receipt.issuedAt),
              })
            : say('{minute}: the receipt was issued.', { minute: minute(receipt.issuedAt) }),
        ]
      : []),
    ...(mail?.sentAt
      ? [say('{minute}: the receipt was sent to the email address of the buyer.', { minute: minute(mail.sentAt) })]
      : []),
  ]
  return lines.join('\n')
}
