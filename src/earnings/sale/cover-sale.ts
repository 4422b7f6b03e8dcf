import { artistNames } from '../../account/artist-names.ts'
import { notify } from '../../account/notification/notify.ts'
import { ownerOf } from '../../account/owner/make-owner.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { countRefusal, isForOthers, type Order } from '../../order/order.ts'
import { type RefundShare, refundShares } from '../../order/post/refund-shares.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { coverRefund, lockOwed } from '../transfer/cover-refund.ts'
import { refundAskedNotification } from './refund-asked-notification.ts'

export type CoveredRefund = {
  order: Order
  payment: Payment
  author: Viewer
  amountMinor: number
  /** Whether the owner of the instance was shown the debt it leaves. */
  leavesDebt: boolean
}

/**
 * Takes a refund's amount back from the artists who were paid for the sale, and then refunds it
 * (rule: refunding-sales). When that does not cover it, an artist is refused, and the owner of the
 * instance must accept the debt first. Throws BAD_STATE, and what `refund` throws.
 */
export async function refundCovered(ctx: Ctx, processor: Processor, asked: CoveredRefund, refund: () => Promise<void>) {
  const { order, payment, author, amountMinor, leavesDebt } = asked
  const isOwner = author.role === 'owner'
  const shares = isForOthers(order) ? refundShares(ctx, order, payment, amountMinor) : []
  if (shares === undefined && !isOwner) {
    throw new AppError('BAD_STATE', say('The payment processor has not said yet what this payment brings.'), {
      hint: say('Try again in an hour.'),
    })
  }
  await lockOwed(
    ctx,
    (shares ?? []).map(({ artistId }) => artistId),
    async () => {
      const short = await coverRefund(ctx, processor, {
        order,
        shares: shares ?? [],
        mayLackMinor: isOwner && leavesDebt ? Number.POSITIVE_INFINITY : 0,
        attempt: order.refusedRefunds,
      })
      const [first] = short
      if (first && !(isOwner && leavesDebt)) {
        await ctx.jointly(() => {
          // The processor repeats a refusal: the next try needs another key.
          countRefusal(ctx, order)
          if (!isOwner) notifyOwner(ctx, asked, first)
        })
        throw isOwner ? wouldLeaveDebt(ctx, short) : notThere(ctx, author, first)
      }
      await refund()
    },
  )
}

const namesOf = (ctx: Ctx, { artistId }: RefundShare) => artistNames(ctx, artistId) ?? { name: '', handle: '' }

const sumOf = ({ amountMinor: amount, currency }: RefundShare) => sumText({ amount, currency })

function notThere(ctx: Ctx, { artistId }: Viewer, short: RefundShare): AppError {
  const sum = sumOf(short)
  const message =
    short.artistId === artistId
      ? say('Your account at the payment processor lacks {sum} of what this refund takes.', { sum })
      : say('The account of {name} at the payment processor lacks {sum} of what this refund takes.', {
          name: namesOf(ctx, short).name,
          sum,
        })
  const hint = ownerOf(ctx)
    ? say(
        'Refund less, or wait for the next sale. The owner of this site can refund all of it, and was told that you want to.',
      )
    : say('Refund less, or wait for the next sale.')
  return new AppError('BAD_STATE', message, { hint })
}

function wouldLeaveDebt(ctx: Ctx, short: readonly RefundShare[]): AppError {
  const debts = short.map((each) =>
    say('{name} (@{handle}) owes you {sum}', { ...namesOf(ctx, each), sum: sumOf(each) }),
  )
  const message = say('This refund leaves a debt: {debts} until they sell something again.', {
    debts: debts.join(', '),
  })
  const hint = say('Your account at the payment processor has that much less until then. Nothing was refunded yet.')
  return new AppError('BAD_STATE', message, { field: 'leavesDebt', hint })
}

function notifyOwner(ctx: Ctx, { order, author, amountMinor }: CoveredRefund, short: RefundShare): void {
  const owner = ownerArtist(ctx)
  if (owner === undefined) return
  notify(ctx, refundAskedNotification, {
    artistId: owner,
    actorId: author.artistId,
    key: `${order.id} ${amountMinor}`,
    details: {
      artistId: author.artistId,
      amount: amountMinor,
      currency: order.currency,
      lacking: short.amountMinor,
      lackingCurrency: short.currency,
      isTest: isTestMoney(order.mode),
    },
  })
}
