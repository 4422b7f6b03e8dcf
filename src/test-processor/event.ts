import { destinationsFor } from './destination.ts'
import type { Book } from './store.ts'
import { type Cause, type Desk, later, newId, nowSec } from './till.ts'
import { apiVersion } from './version.ts'

/** A v1 event: it carries the thing as it was. */
export type SnapshotEvent = {
  id: string
  object: 'event'
  account?: string
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: Cause
  type: string
}

/** A v2 event: it names the thing; `data` is only on the event when it is fetched. */
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

export type KeptEvent = SnapshotEvent | ThinEvent

const mostKept = 20_000

/** Keeps an event, and forgets the oldest of very many (Stripe forgets them after 30 days). */
function keep<E extends KeptEvent>({ event: shelf }: Book, event: E): E {
  shelf.put(event)
  const oldest = shelf.size > mostKept ? shelf.oldest() : undefined
  if (oldest) shelf.delete(oldest.id)
  return event
}

/** Tells of something: the event is kept and set out for every endpoint that wants it. */
export function emit(desk: Desk, type: string, thing: object, previous?: object): void {
  const { account, till, cause } = desk
  const targets = destinationsFor(desk, 'snapshot', type)
  const event: SnapshotEvent = {
    id: newId(desk, 'evt'),
    object: 'event',
    ...(account === till.platform ? {} : { account }),
    api_version: apiVersion,
    created: nowSec(desk),
    data: { object: thing, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: targets.length,
    request: cause,
    type,
  }
  keep(desk.book, event)
  for (const { id } of targets) sendOut(desk, event.id, id)
}

type Related = NonNullable<ThinEvent['related_object']>

/** Tells of something in the v2 way, to every destination that wants it. Works on the platform's desk. */
export function emitThin(desk: Desk, type: string, related: Related, data?: object): void {
  const event = keepThin(desk, type, related, data)
  for (const target of destinationsFor(desk, 'thin', type)) sendOut(desk, event.id, target.id)
}

/** Keeps a thin event without sending it anywhere. */
export function keepThin(desk: Desk, type: string, related: Related, data?: object): ThinEvent {
  const { id, idempotency_key } = desk.cause
  const event: ThinEvent = {
    id: newId(desk, 'evt_test'),
    object: 'v2.core.event',
    created: new Date(desk.till.nowMs()).toISOString(),
    livemode: false,
    ...(id === null
      ? {}
      : { reason: { type: 'request' as const, request: { id, idempotency_key: idempotency_key ?? '' } } }),
    related_object: related,
    type,
    ...(data ? { data } : {}),
  }
  return keep(desk.book, event)
}

/** Sets an event out for one endpoint. */
export function sendOut(desk: Desk, event: string, destination: string): void {
  later(desk, 0, { do: 'deliver', account: desk.account, event, destination, attempt: 1 })
}
