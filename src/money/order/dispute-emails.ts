import { eq, inArray, or } from 'drizzle-orm'
import { artists, users } from '../../../db/schema/account/account.ts'
import type { disputes } from '../../../db/schema/money/order.ts'
import { whereOwner } from '../../account/make-owner.ts'
import { notify } from '../../account/notification/notify.ts'
import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { disputeAdvice, disputeReason } from '../../lib/dispute-text.ts'
import { inEachLanguage } from '../../lib/language/formats.ts'
import { inLanguage, say } from '../../lib/language/say.ts'
import { writeMoney } from '../../lib/money.ts'
import { splitSlug } from '../../lib/slug.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { readerLanguage } from '../../platform/mail/reader-language.ts'
import type { DisputeState } from '../../platform/payment/dispute-state.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import { readBought } from '../receipt/issue-receipt.ts'
import { disputeNotification } from './dispute-notification.ts'
import { goodsOf } from './goods.ts'
import type { Order } from './order.ts'
import { artistsPaidBy } from './payees.ts'

export type DisputeRow = typeof disputes.$inferSelect

/**
 * A dispute whose state has changed: the previous state, and whether the buyer still has the goods.
 */
export type DisputeChange = { dispute: DisputeRow; before: DisputeState | undefined; keeps: boolean }

const usefulMs = 30 * 86_400_000
const day = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }), 'en-GB')

/** `seller`: who keeps the money; null for the reader. */
type DisputeNews = DisputeChange & { sum: string; buyer: string; what: string; seller: string | null }

const subjects: Readonly<Record<DisputeState, (told: DisputeNews) => string>> = {
  INQUIRY: ({ sum, buyer }) => say('A bank asks: {sum} from {buyer}', { sum, buyer }),
  OPEN: ({ sum, buyer }) => say('Disputed: {sum} from {buyer}', { sum, buyer }),
  APPEAL: ({ sum, buyer }) => say('Appeal: {sum} from {buyer}', { sum, buyer }),
  LOST: ({ sum, buyer }) => say('Dispute lost: {sum} from {buyer}', { sum, buyer }),
  KEPT: ({ sum, seller }) =>
    seller === null
      ? say('Dispute over: {sum} stays with you', { sum })
      : say('Dispute over: {sum} stays with {seller}', { sum, seller }),
}

const stories: Readonly<Record<DisputeState, (told: DisputeNews) => string>> = {
  INQUIRY: ({ sum, buyer, what, dispute }) =>
    say(
      'The bank of {buyer} asks about {sum} that they paid for {what}: {reason}. No money has been taken yet. If they are right, refund the sale, which settles it. If not, answer the bank. {answer}',
      { buyer, sum, what, reason: disputeReason(dispute.reason), answer: answerOf(dispute) },
    ),
  OPEN: ({ sum, buyer, what, dispute }) =>
    say(
      '{buyer} has disputed {sum} that they paid for {what}: {reason}. Their bank holds the money until it decides. {answer}',
      { buyer, sum, what, reason: disputeReason(dispute.reason), answer: answerOf(dispute) },
    ),
  APPEAL: ({ sum, buyer, what, dispute }) =>
    say('The dispute over {sum} that {buyer} paid for {what} is being reviewed again. {answer}', {
      sum,
      buyer,
      what,
      answer: answerOf(dispute),
    }),
  LOST: ({ sum, buyer, what, keeps }) =>
    keeps
      ? say(
          'The dispute over {sum} that {buyer} paid for {what} was decided for them: the money is theirs again. It was a part of the payment, so they keep what it was for.',
          { sum, buyer, what },
        )
      : say('The dispute over {sum} that {buyer} paid for {what} was decided for them: the money is theirs again.', {
          sum,
          buyer,
          what,
        }),
  KEPT: keptOf,
}

function keptOf({ sum, buyer, what, before, seller }: DisputeNews): string {
  const paid = { sum, buyer, what }
  if (before === 'INQUIRY') {
    return seller === null
      ? say('The inquiry about {sum} that {buyer} paid for {what} is over: the money stays with you.', paid)
      : say('The inquiry about {sum} that {buyer} paid for {what} is over: the money stays with {seller}.', {
          ...paid,
          seller,
        })
  }
  return seller === null
    ? say('The dispute over {sum} that {buyer} paid for {what} is over: the money stays with you.', paid)
    : say('The dispute over {sum} that {buyer} paid for {what} is over: the money stays with {seller}.', {
        ...paid,
        seller,
      })
}

function answerOf({ needsAnswer, dueAt, reason }: DisputeRow): string {
  if (!needsAnswer) return say('There is nothing for you to do.')
  const due =
    dueAt === null
      ? say('The bank has to get the answer; without one it usually decides for the buyer.')
      : say('The bank has to get the answer by {date}; without one it usually decides for the buyer.', {
          date: day().format(dueAt),
        })
  return `${disputeAdvice(reason)} ${due}`
}

/**
 * Returns the people whom a dispute concerns: the artists who sold the goods, and the owner of the
 * instance, who may be one of them.
 */
const concerned = ({ db }: Ctx, artistIds: readonly string[]) =>
  db
    .select({ artistId: artists.id, handle: artists.handle, email: users.email })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .where(
      or(
        inArray(artists.id, artistIds),
        inArray(artists.userId, db.select({ id: users.id }).from(users).where(whereOwner)),
      ),
    )
    .all()

/**
 * Notifies the artists and the owner of the instance of a change of a dispute, by bell and email.
 * Called in the transaction that stores it.
 */
export function sendDisputeMails(ctx: Ctx, order: Order, change: DisputeChange): void {
  const bought = readBought(ctx, order.id)
  if (!bought) return
  const { dispute } = change
  const { origin } = ctx.site
  const artist = artistOf(ctx, order.cassetId)
  const { handle: seller } = splitSlug(artist.handle)
  const { receipt, dispute: told } = goodsOf(ctx)[order.kind]
  // For a payment that is no sale the artist is its payer: only the owner of the instance is
  // notified (rule: refunds-and-disputes).
  const artistIds = told ? [] : [artist.id, ...artistsPaidBy(ctx, order)]
  const isTaken = dispute.state === 'OPEN' || dispute.state === 'LOST'
  for (const { artistId, handle, email } of concerned(ctx, artistIds)) {
    const isOwn = artistIds.includes(artistId)
    const newsOf = () => {
      const others = told ? told.keeper : `@${seller}`
      const shown = {
        ...change,
        sum: writeMoney({ amount: dispute.amountMinor, currency: dispute.currency }),
        what: receipt.name({ order, ...bought }),
        buyer: bought.payer.called(),
        seller: isOwn && !order.isShared ? null : others,
      }
      return { title: subjects[dispute.state](shown), text: stories[dispute.state](shown) }
    }
    const aboutOf = () =>
      told ? told.about(seller) : say('This is about a sale of @{handle} on your site.', { handle: seller })
    const language = readerLanguage(ctx, { address: email ?? '' })
    notify(ctx, disputeNotification, { artistId, key: ctx.uuid(), details: inLanguage(language, newsOf) })
    queueEmail(ctx, {
      uniqueKey: `dispute:${dispute.id}:${ctx.uuid()}`,
      kind: `disputed-sale-${dispute.state.toLowerCase()}`,
      to: { name: handle, address: email ?? '' },
      write() {
        const { title, text } = newsOf()
        const paragraphs = [
          ...(isOwn ? [] : [aboutOf()]),
          text,
          ...(told && isTaken ? [told.bearing(seller, origin)] : []),
          ...(isTestMoney(order.mode) ? [say('This was a TEST: no real money has moved.')] : []),
          say('Your sales and disputes:\n{origin}/studio/sales', { origin }),
        ]
        return { subject: title, paragraphs }
      },
      usefulUntil: ctx.now() + usefulMs,
    })
  }
}
