import { eq, inArray, or } from 'drizzle-orm'
import { artists, users } from '../../../db/schema/account/account.ts'
import type { disputes } from '../../../db/schema/order/dispute.ts'
import { notify } from '../../account/notification/notify.ts'
import { whereOwner } from '../../account/owner/make-owner.ts'
import { readBought } from '../../books/receipt/issue-receipt.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import type { DisputeState } from '../../platform/payment/dispute-state.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import { goodsOf } from '../goods.ts'
import type { Order } from '../order.ts'
import { artistsPaidBy } from '../payees.ts'
import { noteItem } from '../sold-item.ts'
import { disputeText } from './dispute-news.ts'
import { disputeNotification } from './dispute-notification.ts'

type DisputeRow = typeof disputes.$inferSelect

/** `keeps`: the buyer still has the goods. */
type DisputeChange = { dispute: DisputeRow; before: DisputeState | undefined; keeps: boolean }

const kindByState = {
  INQUIRY: 'disputed-sale-inquiry',
  OPEN: 'disputed-sale-open',
  APPEAL: 'disputed-sale-appeal',
  LOST: 'disputed-sale-lost',
  KEPT: 'disputed-sale-kept',
} as const satisfies Readonly<Record<DisputeState, string>>

const usefulMs = 30 * dayMs

/** Returns those a dispute concerns: artists who sold, and the owner, who may be one of them. */
const concerned = ({ db }: Ctx, artistIds: readonly string[]) =>
  db
    .select({ artistId: artists.id, email: users.email })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .where(
      or(
        inArray(artists.id, artistIds),
        inArray(artists.userId, db.select({ id: users.id }).from(users).where(whereOwner)),
      ),
    )
    .all()

/** Tells artists and owner of a dispute's change. Called in the transaction that stores it. */
export function sendDisputeMails(ctx: Ctx, order: Order, { dispute, before, keeps }: DisputeChange): void {
  const bought = readBought(ctx, order.id)
  if (!bought) return
  const { origin } = ctx.site
  const { seller } = bought
  const told = goodsOf(ctx)[order.kind].payout?.dispute
  // For a payment that is no sale the artist is its payer: only the owner of the instance is
  // notified (rule: refunds-and-disputes).
  const artistIds = told ? [] : [seller.artistId, ...artistsPaidBy(ctx, order)]
  const { state, reason, needsAnswer, dueAt, amountMinor: amount, currency } = dispute
  const change = {
    orderId: order.id,
    item: noteItem(order, bought),
    state,
    before: before ?? null,
    keeps,
    amount,
    currency,
    reason,
    needsAnswer,
    dueAt,
  }
  const isTaken = state === 'OPEN' || state === 'LOST'
  for (const { artistId, email } of concerned(ctx, artistIds)) {
    const isOwn = artistIds.includes(artistId)
    const news = { ...change, isReaders: isOwn && !order.isShared }
    const aboutOf = () => {
      const called = { name: seller.called(), handle: seller.handle }
      return told ? told.about(called) : say('This is about a sale of {name} (@{handle}) on your site.', called)
    }
    notify(ctx, disputeNotification, { artistId, key: ctx.uuid(), details: news })
    queueEmail(ctx, {
      uniqueKey: `dispute:${dispute.id}:${ctx.uuid()}`,
      kind: kindByState[state],
      cassetId: order.cassetId,
      orderId: order.id,
      to: { address: email ?? '' },
      write() {
        const { title, text } = disputeText(ctx, news, bought)
        const paragraphs = [
          ...(isOwn ? [] : [aboutOf()]),
          text,
          ...(told && isTaken ? [told.bearing(seller.called(), origin)] : []),
          ...(isTestMoney(order.mode) ? [say('This was a TEST: no real money has moved.')] : []),
          say('Your sales and disputes:\n{origin}/studio/sales', { origin }),
        ]
        return { subject: title, paragraphs }
      },
      usefulUntil: ctx.now() + usefulMs,
    })
  }
}
