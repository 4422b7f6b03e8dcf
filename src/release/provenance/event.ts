import { type Static, Type as t } from '@sinclair/typebox'
import type { Json } from '../../lib/json.ts'
import { jsonReader } from '../../lib/json-reader.ts'
import { OneOf } from '../../platform/http/schema.ts'

/** The kinds of events. */
export const eventTypes = [
  'RELEASE_CREATED',
  'VERSION_PUBLISHED',
  'MANIFEST_SIGNED',
  'ANCHORED',
  'PERMISSION_CHANGED',
  'LICENSE_GRANTED',
  'LICENSE_ENDED',
  'LICENSE_RESUMED',
  'DERIVATIVE_LINKED',
  'DERIVATIVE_UNLINKED',
  'CONTRIBUTOR_CHANGED',
] as const

export type EventType = (typeof eventTypes)[number]

const StoredEvent = t.Object({
  sequence: t.Integer(),
  type: OneOf(eventTypes),
  occurredAt: t.String(),
  actor: t.Object({ kind: t.String(), handle: t.Optional(t.String()) }),
  payload: t.Record(t.String(), t.Unsafe<Json>(t.Unknown())),
})

export type StoredEvent = Static<typeof StoredEvent>

/** Returns the event of a stored text. Throws for what is none. */
export const readEvent = jsonReader('An event of a release', StoredEvent)
