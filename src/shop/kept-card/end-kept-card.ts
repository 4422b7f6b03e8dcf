import type { Static } from '@sinclair/typebox'
import { and, eq, gt } from 'drizzle-orm'
import { keptCards } from '../../../db/schema/shop/kept-card.ts'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import {
  askProcessor,
  isMissing,
  isRefused,
  isUnexpectedState,
  requireProcessor,
} from '../../platform/payment/ask-processor.ts'
import { endKeptCardKind } from '../../platform/payment/end-kept-card.ts'
import { idOf } from '../../platform/payment/id-of.ts'

/** How often a job looks whether the session of a card has ended. */
export const looksEveryMs = 600_000

const asksAgainMs = 3_600_000

/**
 * Takes a card away from its payer's customer at the processor once its visit has ended, so that
 * nothing is kept there either. A payment that is not finished loses the wish to keep its card.
 */
export const endKeptCardJob = defineJob(endKeptCardKind.kind, {
  payload: endKeptCardKind.payload,
  concurrency: 1,
  maxAttempts: 20,
  isEnabled: ({ processor }) => processor !== undefined,
  run: endKeptCard,
})

async function endKeptCard(ctx: Ctx, payload: Static<typeof endKeptCardKind.payload>): Promise<void> {
  const { paymentIntentId, mode } = payload
  // Another job, since an attempt of this one would count as failed: a visit has twelve of them.
  const again = (afterMs: number) =>
    ctx.jointly(() => ctx.jobs.add(endKeptCardKind, payload, { runAt: ctx.now() + afterMs }))
  const processor = requireProcessor(ctx)
  if (mode !== processor.mode) return again(asksAgainMs)
  const whereThis = eq(keptCards.paymentIntentId, paymentIntentId)
  const kept = ctx.db
    .select({ endsAt: keptCards.endsAt })
    .from(keptCards)
    .where(and(whereThis, gt(keptCards.endsAt, ctx.now())))
    .get()
  if (kept) return again(Math.min(looksEveryMs, kept.endsAt - ctx.now()))
  const ask = <T extends { object: string }>(call: Parameters<typeof askProcessor<T>>[2]) =>
    askProcessor(ctx, processor, call)
  try {
    const intent = await ask(({ paymentIntents }, options) => paymentIntents.retrieve(paymentIntentId, {}, options))
    if (intent.status === 'processing') return again(asksAgainMs)
    const methodId = idOf(intent.payment_method)
    if (intent.status === 'succeeded' && methodId !== '') {
      await ask(({ paymentMethods }, options) => paymentMethods.detach(methodId, {}, options))
    } else if (intent.status !== 'canceled') {
      await ask(({ paymentIntents }, options) =>
        paymentIntents.update(paymentIntentId, { setup_future_usage: '' }, options),
      )
    }
  } catch (error) {
    // It was paid since it was read: now its card is to be taken away.
    if (isUnexpectedState(error)) return again(looksEveryMs)
    // It was taken away already, or its customer is gone.
    if (!isMissing(error) && !isRefused(error)) throw error
  }
  await ctx.jointly(() => ctx.db.delete(keptCards).where(whereThis).run())
}
