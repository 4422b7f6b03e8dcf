import { t } from 'elysia'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import { eventTypes } from './event.ts'

/** A page of events, oldest first (rule: provenance). */
export const Events = t.Object({
  releaseId: t.String(),
  events: t.Array(
    t.Object({
      sequence: t.Integer(),
      type: OneOf(eventTypes),
      occurredAt: t.String(),
      actor: t.Object({ kind: t.String(), handle: t.Optional(t.String()) }),
      payload: t.Record(t.String(), t.Unknown()),
      previousEventHash: Nullable(t.String()),
      eventHash: t.String({
        description: 'SHA-256, in hex, of the event without this field as canonical JSON (RFC 8785)',
      }),
    }),
  ),
  head: t.String({ description: 'the hash of the newest event' }),
  nextCursor: Nullable(t.String()),
})
