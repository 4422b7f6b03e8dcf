import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { amountsOf } from '../../books/ledger/amounts-of.ts'
import { processAccountEvent } from '../../books/seller/account/process-account-event.ts'
import { processPayoutEvent } from '../../books/seller/payout/process-payout-event.ts'
import type { Ctx } from '../../context.ts'
import { parseJson } from '../../lib/json/json.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { eventTypes, payoutEventTypes } from '../../platform/payment/event/event-types.ts'
import { eventJob } from '../../platform/payment/event/receive-event.ts'
import { endEvent, eventById, waitingEvents } from '../../platform/payment/event/stored-event.ts'
import { orderById } from '../order.ts'
import { transferJob } from '../owed-parts.ts'
import { countDecline } from './limit-declines.ts'
import { settle } from './settle.ts'

const Subject = t.Object({
  data: t.Object({
    object: t.Object({
      id: t.String(),
      object: t.String(),
      payment_intent: t.Optional(t.Union([t.String(), t.Null()])),
      transfer_group: t.Optional(t.Union([t.String(), t.Null()])),
    }),
  }),
})

type TransferSubject = Static<typeof Subject>['data']['object']

export const processEventJob = defineJob(eventJob.kind, {
  payload: eventJob.payload,
  // Events of one turn of the event loop share a commit.
  concurrency: 16,
  // About two days: by then the processor is back or somebody has looked at it.
  maxAttempts: 60,
  atStart: queueWaitingEvents,
  run: (ctx, { eventId }, _attempt, _signal, end) => processEvent(ctx, eventId, end),
})

/** Queues events that waited for the present mode to come back. */
function queueWaitingEvents(ctx: Ctx): void {
  for (const eventId of waitingEvents(ctx)) {
    if (!ctx.jobs.find(eventJob, eventId)) ctx.jobs.add(eventJob, { eventId }, { key: eventId })
  }
}

const intentOf = ({ data: { object } }: Static<typeof Subject>): string | null =>
  object.object === 'payment_intent' ? object.id : (object.payment_intent ?? null)

/**
 * Queues a look at an order's transfers, in case somebody changed one at the processor. Our own
 * transfers are known. Called in a transaction. Returns whether there is such an order.
 */
function lookAtTransfer(ctx: Ctx, eventId: string, type: string, { id, transfer_group: orderId }: TransferSubject) {
  const order = orderId ? orderById(ctx, orderId) : undefined
  if (order?.mode !== ctx.processor?.mode || !order) return false
  const isNews = type === 'transfer.reversed' || !amountsOf(ctx, order.id).has(`TRANSFER ${id}`)
  if (isNews) ctx.jobs.add(transferJob, { orderId: order.id, looks: true }, { key: `${order.id} ${eventId}` })
  return true
}

/**
 * Processes a stored event, once. Only the id of its object is used: the current state is read from
 * the processor, so the order in which events arrive does not matter. An event of another mode
 * waits until the program starts in that mode. Unknown events are stored and ignored. `end` ends
 * its job, in the transaction of its effects.
 */
export async function processEvent(ctx: Ctx, eventId: string, end = () => {}): Promise<void> {
  const event = eventById(ctx, eventId)
  const { processor } = ctx
  if (!event || event.processedAt !== null || event.mode !== processor?.mode) return
  const done = () => endEvent(ctx, eventId, 'processed')
  const ignored = () => endEvent(ctx, eventId, 'ignored')
  const parsed: unknown = parseJson(event.body)
  const { type } = event
  if (payoutEventTypes.some((known) => known === type)) {
    return processPayoutEvent(ctx, processor, event.source, parsed, done)
  }
  if (event.source === 'accounts') return processAccountEvent(ctx, processor, type, parsed, done)
  if (!eventTypes.some((known) => known === type) || !Value.Check(Subject, parsed)) return ignored()
  const { object } = parsed.data
  if (object.object === 'transfer') {
    return ctx.jointly(() => {
      if (lookAtTransfer(ctx, eventId, type, object)) done()
      else ignored()
      end()
    })
  }
  const intentId = intentOf(parsed)
  if (intentId === null) return ignored()
  if (type !== 'payment_intent.payment_failed') {
    await settle(ctx, processor, intentId, () => {
      done()
      end()
    })
    return
  }
  const payment = await settle(ctx, processor, intentId, done)
  if (payment && !payment.charge) await countDecline(ctx, processor, intentId)
}
