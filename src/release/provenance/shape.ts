import { t } from 'elysia'
import { Handle, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { type EventType, eventPayloads, eventTypes } from './event.ts'

const Actor = t.Object({ kind: OneOf(['artist', 'agent', 'system']), handle: t.Optional(Handle) })

const eventOf = (type: EventType) =>
  t.Object({
    sequence: t.Integer(),
    type: t.Literal(type),
    occurredAt: t.String(),
    actor: Actor,
    payload: eventPayloads[type],
    previousEventHash: Nullable(t.String()),
    eventHash: t.String({
      description: 'SHA-256, in hex, of the event without this field as canonical JSON (RFC 8785)',
    }),
  })

/** A page of events, oldest first (rule: provenance). */
export const Events = t.Object({
  releaseId: t.String(),
  events: t.Array(t.Union(eventTypes.map(eventOf))),
  head: t.String({ description: 'the hash of the newest event' }),
  nextCursor: Nullable(t.String()),
})
