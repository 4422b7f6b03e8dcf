import { type Static, Type as t } from '@sinclair/typebox'
import { disputes } from '../../../db/schema/order/dispute.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { disputeAdvice, disputeReason } from '../../lib/payment/dispute-text.ts'
import { longDay } from '../../lib/time/day-text.ts'
import { Nullable, OneOf } from '../../platform/http/request/schema.ts'
import type { DisputeState } from '../../platform/payment/dispute-state.ts'
import { goodsOf } from '../goods.ts'
import { SoldItem, soldItem } from '../sold-item.ts'

const State = OneOf(disputes.state.enumValues)

/** Without names (rule: called-by-name). */
export const DisputeNews = t.Object({
  orderId: t.String(),
  item: SoldItem,
  state: State,
  before: Nullable(State),
  /** Whether the buyer still has the goods. */
  keeps: t.Boolean(),
  amount: t.Integer(),
  currency: t.String(),
  reason: t.String(),
  needsAnswer: t.Boolean(),
  /** The deadline of the answer (ms). */
  dueAt: Nullable(t.Integer()),
  /** Whether all of the money is the reader's, if it stays. */
  isReaders: t.Boolean(),
})

type News = Static<typeof DisputeNews>

/** `seller`: who keeps the money; null for the reader. */
type Told = { news: News; sum: string; buyer: string; what: string; seller: string | null }

type Named = { called(): string }

export function disputeText(ctx: Ctx, news: News, { payer, seller }: { payer: Named; seller: Named }) {
  const { item, state, amount, currency, isReaders } = news
  const { receipt, payout } = goodsOf(ctx)[item.kind]
  const told: Told = {
    news,
    sum: sumText({ amount, currency }),
    what: receipt.name(soldItem(item)),
    buyer: payer.called(),
    seller: isReaders ? null : (payout?.dispute.keeper ?? seller.called()),
  }
  return { title: subjects[state](told), text: stories[state](told) }
}

const subjects: Readonly<Record<DisputeState, (told: Told) => string>> = {
  INQUIRY: ({ sum, buyer }) => say('A bank asks: {sum} from {buyer}', { sum, buyer }),
  OPEN: ({ sum, buyer }) => say('Disputed: {sum} from {buyer}', { sum, buyer }),
  APPEAL: ({ sum, buyer }) => say('Appeal: {sum} from {buyer}', { sum, buyer }),
  LOST: ({ sum, buyer }) => say('Dispute lost: {sum} from {buyer}', { sum, buyer }),
  KEPT: ({ sum, seller }) =>
    seller === null
      ? say('Dispute over: {sum} stays with you', { sum })
      : say('Dispute over: {sum} stays with {seller}', { sum, seller }),
}

const stories: Readonly<Record<DisputeState, (told: Told) => string>> = {
  INQUIRY: ({ sum, buyer, what, news }) =>
    say(
      'The bank of {buyer} asks about {sum} that they paid for {what}: {reason}. No money has been taken yet. If they are right, refund the sale, which settles it. If not, answer the bank. {answer}',
      { buyer, sum, what, reason: disputeReason(news.reason), answer: answerOf(news) },
    ),
  OPEN: ({ sum, buyer, what, news }) =>
    say(
      '{buyer} has disputed {sum} that they paid for {what}: {reason}. Their bank holds the money until it decides. {answer}',
      { buyer, sum, what, reason: disputeReason(news.reason), answer: answerOf(news) },
    ),
  APPEAL: ({ sum, buyer, what, news }) =>
    say('The dispute over {sum} that {buyer} paid for {what} is being reviewed again. {answer}', {
      sum,
      buyer,
      what,
      answer: answerOf(news),
    }),
  LOST: ({ sum, buyer, what, news }) =>
    news.keeps
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

function keptOf({ sum, buyer, what, news, seller }: Told): string {
  const paid = { sum, buyer, what }
  if (news.before === 'INQUIRY') {
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

function answerOf({ needsAnswer, dueAt, reason }: News): string {
  if (!needsAnswer) return say('There is nothing for you to do.')
  const due =
    dueAt === null
      ? say('The bank has to get the answer; without one it usually decides for the buyer.')
      : say('The bank has to get the answer by {date}; without one it usually decides for the buyer.', {
          date: longDay(dueAt),
        })
  return `${disputeAdvice(reason)} ${due}`
}
