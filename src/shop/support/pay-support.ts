import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { refuseDeclined } from '../../order/settle/limit-declines.ts'
import type { Payable } from '../../order/shape.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { askProcessor, requireProcessor } from '../../platform/payment/ask-processor.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import { learnPayments, obstacleToAsking, openPeriod, presentPeriod } from './ask-period.ts'
import { keepForLater } from './start-support.ts'
import { leaveSupport, ownSupport, type Support, supportById, supportOf } from './support.ts'
import { tellSupporter } from './support-emails.ts'

const nothingDue = () =>
  new AppError('BAD_STATE', say('Nothing is to be paid now.'), { hint: say('Load the page again.') })

/**
 * Opens the present period of a support that rests for its supporter to pay themselves, with any
 * card, which is asked from then on. Throws NOT_FOUND, FORBIDDEN, BAD_STATE where nothing is to be
 * paid or the artist cannot be paid, RATE_LIMIT, UNAVAILABLE.
 */
export async function paySupport(ctx: Ctx, author: Viewer, id: string, address: string): Promise<Payable> {
  ownSupport(ctx, author, id)
  refuseDeclined(ctx, { userId: author.userId, address })
  const processor = requireProcessor(ctx)
  return paymentLock(ctx)(`support ${id}`, async () => {
    const means = await learnPayments(ctx, processor, ownSupport(ctx, author, id))
    const support = ownSupport(ctx, author, id)
    const isDue = isToPay(support) && support.mode === processor.mode
    if (!isDue || !means || obstacleToAsking(ctx, support) !== null) throw nothingDue()
    const { order, intentId } = await openPeriod(ctx, processor, support, presentPeriod(ctx, support), means)
    const intent = await askProcessor(ctx, processor, ({ paymentIntents }, options) =>
      paymentIntents.retrieve(intentId, {}, options),
    )
    if (order.state !== 'OPEN' || intent.client_secret === null) throw nothingDue()
    await keepForLater(ctx, { paymentIntentId: intentId })
    return {
      orderId: order.id,
      paymentIntentId: intentId,
      clientSecret: intent.client_secret,
      amount: order.amountMinor,
      currency: order.currency,
      publishableKey: processor.publishableKey,
      mode: processor.kind,
    }
  })
}

/** Whether its present time is to be paid: it rests, and not because its supporter paused it. */
const isToPay = ({ state, leftAt, restsFor }: Support): boolean =>
  state === 'RESTING' && leftAt === null && restsFor !== 'pause'

/** Whether it rests until its supporter pays it themselves. */
export const waitsForPayer = (support: Support): boolean => isToPay(support) && support.restsFor !== 'artist'

/** Returns the support of an artist that rests until its supporter pays it; undefined for none. */
export function supportToPay(ctx: Ctx, userId: string, artistId: string): Support | undefined {
  const support = supportOf(ctx, userId, artistId)
  return support && waitsForPayer(support) ? support : undefined
}

/** Ends a support at the end of what is paid, and says so by email. Idempotent. */
export function leave(ctx: Ctx, id: string): Promise<void> {
  return ctx.jointly(() => {
    const support = supportById(ctx, id)
    if (!support || support.state === 'ENDED' || support.leftAt !== null) return
    leaveSupport(ctx, support)
    tellSupporter(ctx, support, 'ended by supporter')
  })
}
