import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { defineJob } from '../job/define-job.ts'
import { type Ask, askProcessor, isMissing } from '../payment/ask-processor.ts'
import { eventTypes, payoutEventTypes } from '../payment/event-types.ts'
import type { Processor } from '../payment/processor.ts'
import { eventJob } from '../payment/receive-event.ts'
import { endEvent, eventById, waitingEvents } from '../payment/stored-event.ts'
import { processAccountEvent } from '../seller/process-account-event.ts'
import { processPayoutEvent } from '../seller/process-payout-event.ts'
import { countDecline } from './limit-declines.ts'
import { settle } from './settle.ts'

const Subject = t.Object({
  data: t.Object({
    object: t.Object({
      id: t.String(),
      object: t.String(),
      payment_intent: t.Optional(t.Union([t.String(), t.Null()])),
      source_transaction: t.Optional(t.Union([t.String(), t.Null()])),
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
  atStart: queueWaitingEvents,
  run: (ctx, { eventId }) => processEvent(ctx, eventId),
})

/** Adds the work of events that waited for the present mode to come back. */
function queueWaitingEvents(ctx: Ctx): void {
  for (const eventId of waitingEvents(ctx)) {
    if (!ctx.jobs.find(eventJob, eventId)) ctx.jobs.add(eventJob, { eventId }, { key: eventId })
  }
}

/** Returns the payment that an event is about: named by its object, or that of the charge which a transfer divides. */
async function intentOf(
  ctx: Ctx,
  processor: Processor,
  { data: { object } }: Static<typeof Subject>,
): Promise<string | null> {
  if (object.object === 'payment_intent') return object.id
  const { payment_intent: named, source_transaction: chargeId } = object
  if (named || !chargeId) return named ?? null
  try {
    const ask: Ask<Stripe.Charge> = (stripe, options) => stripe.charges.retrieve(chargeId, {}, options)
    const { payment_intent: intent } = await askProcessor(ctx, processor, ask)
    return typeof intent === 'string' ? intent : (intent?.id ?? null)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Processes a stored event, once. Only the id of its object is used: the current state is read from the processor, so the
 * order in which events arrive does not matter. An event of another mode waits until the program starts in that mode.
 * Unknown events are stored and ignored.
 */
export async function processEvent(ctx: Ctx, eventId: string): Promise<void> {
  const event = eventById(ctx, eventId)
  const { processor } = ctx
  if (!event || event.processedAt !== null || event.mode !== processor?.mode) return
  const done = () => endEvent(ctx, eventId, 'processed')
  const ignored = () => endEvent(ctx, eventId, 'ignored')
  const parsed: unknown = JSON.parse(event.body)
  const { type } = event
  if (payoutEventTypes.some((known) => known === type)) {
    return processPayoutEvent(ctx, processor, event.source, parsed, done)
  }
  if (event.source === 'accounts') return processAccountEvent(ctx, processor, type, parsed, done)
  if (!eventTypes.some((known) => known === type) || !Value.Check(Subject, parsed)) return ignored()
  const intentId = await intentOf(ctx, processor, parsed)
  if (intentId === null) return ignored()
  const payment = await settle(ctx, processor, intentId, done)
  if (type === 'payment_intent.payment_failed' && payment && !payment.charge)
    await countDecline(ctx, processor, intentId)
}
