import { keptCards } from '../../../db/schema/shop/kept-card.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { ownOrder } from '../../order/order.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { askProcessor, requireProcessor } from '../../platform/payment/ask-processor.ts'
import { endKeptCardKind } from '../../platform/payment/end-kept-card.ts'
import { looksEveryMs } from './end-kept-card.ts'

/** How long a card may be used again, in a session that lasts that long. */
export const visitMs = 2 * 3_600_000

/**
 * Notes that the payer of an open payment wants to use its card again during this visit
 * (rule: kept-card), and tells the processor before it is paid. Throws NOT_FOUND when the payment
 * is not theirs, BAD_STATE when it is paid or its payer is no customer there, UNAVAILABLE.
 */
export async function keepCard(ctx: Ctx, author: Viewer, paymentIntentId: string): Promise<void> {
  const order = ownOrder(ctx, author, paymentIntentId)
  const processor = requireProcessor(ctx)
  if (order.state !== 'OPEN' || order.mode !== processor.mode) throw cannotKeep()
  const { userId, sessionId } = author
  const { mode } = processor
  const endsAt = ctx.now() + visitMs
  // Stored first: the job takes the card away even if the answer is lost.
  await ctx.jointly(() => {
    const row = { paymentIntentId, mode, userId, sessionId, endsAt }
    ctx.db
      .insert(keptCards)
      .values(row)
      .onConflictDoUpdate({ target: keptCards.paymentIntentId, set: { sessionId, endsAt } })
      .run()
    const runAt = ctx.now() + looksEveryMs
    ctx.jobs.add(endKeptCardKind, { paymentIntentId, mode }, { key: paymentIntentId, runAt })
  })
  const intent = await askProcessor(ctx, processor, ({ paymentIntents }, options) =>
    paymentIntents.update(paymentIntentId, { setup_future_usage: 'on_session' }, options),
  )
  // Only a customer can pay with it again, and this payment has no customer yet.
  if (intent.customer === null) throw cannotKeep()
}

const cannotKeep = () =>
  new AppError('BAD_STATE', say('This card cannot be kept for the visit.'), {
    hint: say('Pay without keeping it.'),
  })
