import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** The kinds of events. */
export const eventTypes = [
  'RELEASE_CREATED',
  'VERSION_PUBLISHED',
  'MANIFEST_SIGNED',
  'ANCHORED',
  'PERMISSION_CHANGED',
  'LICENSE_GRANTED',
  'DERIVATIVE_LINKED',
  'CONTRIBUTOR_CHANGED',
] as const

export type EventType = (typeof eventTypes)[number]

const [created, published, signed, anchored, permission, license, derivative, contributor] = eventTypes
const EventTypeWord = t.Union([
  t.Literal(created),
  t.Literal(published),
  t.Literal(signed),
  t.Literal(anchored),
  t.Literal(permission),
  t.Literal(license),
  t.Literal(derivative),
  t.Literal(contributor),
])

/** An event as it is hashed. */
export const ChainedEvent = t.Object({
  sequence: t.Integer(),
  type: EventTypeWord,
  occurredAt: t.String(),
  actor: t.Object({ kind: t.String(), handle: t.Optional(t.String()) }),
  payload: t.Record(t.String(), t.Unknown()),
  previousEventHash: t.Union([t.String(), t.Null()]),
})

export type ChainedEvent = Static<typeof ChainedEvent>

/** Returns a stored event. Throws when the text is none. */
export function readEvent(text: string): ChainedEvent {
  const event: unknown = JSON.parse(text)
  Value.Assert(ChainedEvent, event)
  return event
}
