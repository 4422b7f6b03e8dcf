import { type Static, t } from 'elysia'
import { Text } from '../lib/text/code-points.ts'
import { longest } from '../lib/text/longest.ts'
import { closed, Nullable, OneOf, Whole } from '../platform/http/request/schema.ts'
import { Dna, Policy } from './agent-model.ts'
import { Decision, Link, Manifest, ManifestContent, Scope } from './shape.ts'

export const PolicyPatch = t.Object(
  {
    scope: Scope,
    decision: Decision,
    price: t.Optional(
      Nullable(t.Object({ amount: Whole(0, 1_000_000_000), currency: t.String({ maxLength: 3 }) }, closed)),
    ),
    terms: t.Optional(Nullable(Text({ maxLength: longest.licenseTerms }))),
    contact: t.Optional(Nullable(Text({ maxLength: longest.licenseContact }))),
  },
  closed,
)

const Change = t.Object({
  path: t.String({ description: 'a JSON Pointer (RFC 6901) into the manifest' }),
  before: t.Optional(t.Unknown()),
  after: t.Optional(t.Unknown()),
})

/**
 * Answer of GET …/manifest-preview: the content of the next version, and its differences from the
 * newest one.
 */
export const ManifestPreview = t.Object({
  releaseId: t.String(),
  nextVersion: t.Integer(),
  manifest: Nullable(ManifestContent),
  problem: Nullable(t.String({ description: 'why it cannot be published now' })),
  changes: t.Array(Change),
})

/** Answer of GET /api/internal/releases/{id}/dna: includes drafts; that makes none of it public. */
export const OwnerDna = t.Object({
  ...t.Omit(Dna, ['manifestStatus', 'canonicalVersion', 'canonicalHash', 'permissionPolicies']).properties,
  manifestStatus: Nullable(Dna.properties.manifestStatus),
  canonicalVersion: Nullable(t.Integer()),
  canonicalHash: Nullable(t.String()),
  permissionPolicies: t.Array(Policy),
  manifest: Nullable(Manifest),
  problem: Nullable(t.String()),
  provenance: t.Object({ eventCount: t.Integer(), head: t.String() }),
})

/** Lists both directions, newest first. */
export const OwnLinks = t.Object({
  links: t.Array(
    t.Object({
      ...Link.properties,
      direction: OneOf(['source', 'derivative']),
      note: Nullable(t.String({ description: 'what the agent wrote to the artist' })),
    }),
  ),
  nextCursor: Nullable(t.String()),
})

export const UnlinkQuery = t.Object(
  {
    refuse: t.Optional(
      t.UnionEnum(['derivative', 'agent'], {
        default: undefined,
        description: 'derivative: the same thing is not linked again; agent: nor anything that its agent links',
      }),
    ),
  },
  closed,
)

export type OwnLinks = Static<typeof OwnLinks>
export type PolicyPatch = Static<typeof PolicyPatch>
export type OwnerDna = Static<typeof OwnerDna>
export type ManifestPreview = Static<typeof ManifestPreview>
