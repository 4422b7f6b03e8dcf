import { type AccountContext, type EventRequest, newId, nowSec } from '../context.ts'
import { scheduleDelivery } from '../schedule/schedule.ts'
import { apiVersion } from '../server.ts'
import type { AccountStore } from '../store/store.ts'
import { endpointsFor } from './webhook-endpoint.ts'

/** A v1 event, with the object as it was. */
export type SnapshotEvent = {
  id: string
  object: 'event'
  account?: string
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: EventRequest
  type: string
}

/** A v2 event, which names its object; `data` is only there when the event is fetched. */
export type ThinEvent = {
  id: string
  object: 'v2.core.event'
  created: string
  livemode: false
  reason?: { type: 'request'; request: { id: string; idempotency_key: string } }
  related_object?: { id: string; type: string; url: string }
  type: string
  data?: object
}

export type StoredEvent = SnapshotEvent | ThinEvent

const maxStored = 20_000

/** Stores an event and deletes the oldest beyond the maximum (Stripe: after 30 days). */
function storeEvent<E extends StoredEvent>({ event: events }: AccountStore, event: E): E {
  events.put(event)
  events.trim(maxStored)
  return event
}

/** Stores a v1 event and sends it to every endpoint that listens for its type. */
export function emit(ctx: AccountContext, type: string, subject: object, previous?: object): void {
  const { account, server, eventRequest } = ctx
  const endpoints = endpointsFor(ctx, 'snapshot', type)
  const event: SnapshotEvent = {
    id: newId(ctx, 'evt'),
    object: 'event',
    ...(account === server.platform ? {} : { account }),
    api_version: apiVersion,
    created: nowSec(ctx),
    data: { object: subject, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: eventRequest,
    type,
  }
  storeEvent(ctx.store, event)
  for (const { id } of endpoints) sendEvent(ctx, event.id, id)
}

type Related = NonNullable<ThinEvent['related_object']>

/** `ctx` must be the platform's. */
export function emitThinEvent(ctx: AccountContext, type: string, related: Related, data?: object): void {
  const event = storeThinEvent(ctx, type, related, data)
  for (const endpoint of endpointsFor(ctx, 'thin', type)) sendEvent(ctx, event.id, endpoint.id)
}

/** Stores and returns a v2 event without sending it. */
export function storeThinEvent(ctx: AccountContext, type: string, related: Related, data?: object): ThinEvent {
  const { id, idempotency_key } = ctx.eventRequest
  const event: ThinEvent = {
    id: newId(ctx, 'evt_test'),
    object: 'v2.core.event',
    created: new Date(ctx.server.nowMs()).toISOString(),
    livemode: false,
    ...(id === null
      ? {}
      : { reason: { type: 'request' as const, request: { id, idempotency_key: idempotency_key ?? '' } } }),
    related_object: related,
    type,
    ...(data ? { data } : {}),
  }
  return storeEvent(ctx.store, event)
}

export function sendEvent(ctx: AccountContext, event: string, endpoint: string): void {
  scheduleDelivery(ctx, 0, { account: ctx.account, event, endpoint, attempt: 1 })
}
