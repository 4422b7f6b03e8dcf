import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { decisions } from '../../../db/schema/casset/usage.ts'
import { pricingStates } from '../../casset/usage/pricing-state.ts'
import type { Json } from '../../lib/json/json.ts'
import { jsonReader } from '../../lib/json/json-reader.ts'
import { Nullable, OneOf } from '../../platform/http/request/schema.ts'

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

const Price = Nullable(t.Object({ amount: t.Integer(), currency: t.String() }))
const decision = OneOf(decisions)
const link = {
  linkId: t.String(),
  relation: t.String(),
  sourceReleaseId: t.Optional(t.String({ description: 'in the history of the work that was made' })),
  derivativeReleaseId: t.Optional(
    Nullable(t.String({ description: 'in the history of the source; null for a work elsewhere' })),
  ),
}
const version = { releaseVersionId: t.String(), canonicalVersion: t.Integer() }

/** Events from before a field was written lack it, and it is optional. */
export const eventPayloads = {
  RELEASE_CREATED: t.Object({ releaseId: t.String(), type: t.String() }),
  VERSION_PUBLISHED: t.Object(version),
  MANIFEST_SIGNED: t.Object({ ...version, canonicalHash: t.String(), verificationMethod: t.String() }),
  ANCHORED: t.Object({
    ...version,
    index: t.Integer({ description: 'the entry of MANIFEST_SIGNED in the log' }),
    treeSize: t.Integer(),
    rootHash: t.String(),
  }),
  PERMISSION_CHANGED: t.Object({
    scope: t.String(),
    previousDecision: decision,
    decision,
    previousPricingState: t.Optional(OneOf(pricingStates)),
    pricingState: t.Optional(OneOf(pricingStates)),
    price: t.Optional(Price),
    termsHash: t.Optional(Nullable(t.String({ description: 'SHA-256, in hex, of the terms' }))),
  }),
  LICENSE_GRANTED: t.Object({
    licenseId: t.String(),
    releaseVersionId: t.Optional(t.String()),
    scopes: t.Array(t.String()),
    price: t.Optional(t.Object({ amount: t.Integer(), currency: t.String() })),
    agreedHash: t.Optional(t.String()),
    expiresAt: t.String(),
    credentialHash: t.Optional(t.String({ description: 'SHA-256, in hex, of the credential as canonical JSON' })),
  }),
  LICENSE_ENDED: t.Object({ licenseId: t.String() }),
  LICENSE_RESUMED: t.Object({ licenseId: t.String() }),
  DERIVATIVE_LINKED: t.Object(link),
  DERIVATIVE_UNLINKED: t.Object(link),
  CONTRIBUTOR_CHANGED: t.Object({
    count: t.Integer(),
    contributorsHash: t.String({ description: 'SHA-256, in hex, of the contributors as canonical JSON' }),
  }),
} as const satisfies Record<EventType, TSchema>

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

const WholeEvent = t.Object({ ...StoredEvent.properties, previousEventHash: Nullable(t.String()) })

/** Returns the whole event of a stored text, as it was hashed. Throws for what is none. */
export const readWhole = jsonReader('An event of a release', WholeEvent)

export type PublicEvent = Static<typeof WholeEvent> & { readonly eventHash: string }
