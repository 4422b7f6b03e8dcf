import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../context.ts'
import { defineJob } from '../job/define-job.ts'
import { eventTypes, payoutEventTypes } from '../payment/event-types.ts'
import { eventJob } from '../payment/receive-event.ts'
import { endEvent, eventById } from '../payment/stored-event.ts'
import { processAccountEvent } from '../seller/process-account-event.ts'
import { processPayoutEvent } from '../seller/process-payout-event.ts'
import { settle } from './settle.ts'

const Subject = t.Object({
  data: t.Object({
    object: t.Object({
      id: t.String(),
      object: t.String(),
      payment_intent: t.Optional(t.Union([t.String(), t.Null()])),
    }),
  }),
})

/** Does what one stored event of the processor asks for. */
export const processEventJob = defineJob(eventJob.kind, {
  payload: eventJob.payload,
  // Those of one turn of the event loop share a commit.
  concurrency: 16,
  // About two days, within which the processor comes back or somebody has looked.
  maxAttempts: 60,
  run: (ctx, { eventId }) => processEvent(ctx, eventId),
})

/** The part of an event that names its payment. */
function intentOf({ data: { object } }: Static<typeof Subject>): string | null {
  return object.object === 'payment_intent' ? object.id : (object.payment_intent ?? null)
}

/**
 * Processes a stored event, once. Only the id of its object is used: the current state is read from the processor, so the
 * order in which events arrive does not matter. Unknown events are stored and ignored.
 */
export async function processEvent(ctx: Ctx, eventId: string): Promise<void> {
  const event = eventById(ctx, eventId)
  if (!event || event.processedAt !== null) return
  const done = () => endEvent(ctx, eventId, 'processed')
  const parsed: unknown = JSON.parse(event.body)
  const { type } = event
  if (payoutEventTypes.some((known) => known === type)) return processPayoutEvent(ctx, event.source, parsed, done)
  if (event.source === 'accounts') return processAccountEvent(ctx, type, parsed, done)
  const isOurs = eventTypes.some((known) => known === type)
  const intentId = isOurs && Value.Check(Subject, parsed) ? intentOf(parsed) : null
  if (intentId === null) return endEvent(ctx, eventId, 'ignored')
  if (!ctx.processor) throw new Error('Payments are off; the event waits.')
  await settle(ctx, ctx.processor, intentId, done)
}
