import { type Static, t } from 'elysia'
import { pricingStates } from '../casset/usage/pricing-state.ts'
import { Text } from '../lib/text/code-points.ts'
import { longest } from '../lib/text/longest.ts'
import { closed, Nullable, OneOf } from '../platform/http/request/schema.ts'
import {
  AreaDisclosure,
  Contributor,
  Decision,
  Lineage,
  Link,
  PermissionReceipt,
  ReleaseArtist,
  ReleaseFields,
  RightsScope,
  Scope,
} from './shape.ts'
import { Anchor } from './transparency-log/shape.ts'

/** Query of the manifest: `raw` asks for the canonical bytes only, as they were signed. */
export const ManifestQuery = t.Object({ format: t.Optional(OneOf(['raw'])) }, closed)

const PermissionPolicy = t.Object({
  scope: Scope,
  decision: Decision,
  pricingState: OneOf(pricingStates),
  updatedAt: t.String(),
})

export const Dna = t.Object({
  releaseId: t.String(),
  manifestStatus: OneOf(['QUEUED', 'READY', 'FAILED']),
  canonicalVersion: t.Integer(),
  canonicalHash: t.String(),
  contributors: t.Array(Contributor),
  rightsScopes: t.Array(RightsScope),
  agentAccessPolicies: t.Array(t.Object({ resource: OneOf(['download', 'stems']), scope: Scope, decision: Decision })),
  permissionPolicies: t.Array(PermissionPolicy),
  anchors: t.Array(Anchor),
  lineage: Lineage,
})

/** Takes words of a title, an artist or a track; without words the newest releases. */
export const SearchQuery = t.Object(
  {
    query: t.Optional(t.String({ minLength: 1, maxLength: longest.releaseQuery })),
    limit: t.Optional(t.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100' })),
    cursor: t.Optional(t.String({ pattern: '^[0-9]{1,15}$', description: 'the nextCursor of the page before' })),
  },
  closed,
)

/** See rule: event-pages. */
export const EventsQuery = t.Object(
  {
    limit: t.Optional(t.String({ pattern: '^([1-9][0-9]{0,2}|1000)$', description: '1 to 1000' })),
    cursor: t.Optional(t.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'the nextCursor of the page before' })),
  },
  closed,
)

export const VersionsQuery = t.Object(
  {
    limit: t.Optional(t.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100' })),
    cursor: t.Optional(t.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'the nextCursor of the page before' })),
  },
  closed,
)

export const Versions = t.Object({
  releaseId: t.String(),
  versions: t.Array(
    t.Object({
      releaseVersionId: t.String(),
      canonicalVersion: t.Integer(),
      canonicalHash: t.String(),
      issuedAt: t.String(),
      manifestUrl: t.String(),
    }),
  ),
  nextCursor: Nullable(t.String()),
})

export const LineageAnswer = t.Object({ releaseId: t.String(), ...Lineage.properties })

/** Answer of GET /api/releases/{id}/dossier: the public facts of a release, for people. */
export const Dossier = t.Object({
  release: ReleaseFields,
  artist: ReleaseArtist,
  canonicalVersion: t.Integer(),
  canonicalHash: t.String(),
  signedBy: t.String({ description: 'the verification method of its signature' }),
  anchorStatus: Anchor.properties.status,
  aiDisclosure: AreaDisclosure,
  permissions: t.Array(t.Object({ scope: Scope, decision: Decision })),
  eventCount: t.Integer(),
  lineage: t.Object({ sources: t.Integer(), derivatives: t.Integer() }),
})

export const Policy = t.Object({
  scope: Scope,
  decision: Decision,
  price: Nullable(t.Object({ amount: t.Integer(), currency: t.String() })),
  terms: Nullable(t.String()),
  contact: Nullable(t.String()),
  updatedAt: t.String(),
})

/** `derivative` is a release here, or a work elsewhere with all of its three fields. */
export const NewDerivative = t.Object(
  {
    relation: Link.properties.relation,
    derivative: t.Object(
      {
        releaseId: t.Optional(t.String({ maxLength: 64 })),
        url: t.Optional(t.String({ maxLength: longest.url, description: 'an https address' })),
        title: t.Optional(Text({ maxLength: longest.title })),
        creator: t.Optional(Text({ maxLength: longest.displayName })),
      },
      closed,
    ),
    agentKey: t.Optional(Text({ maxLength: longest.agentKey, description: 'what the agent calls itself; shown' })),
    licenseToken: t.Optional(t.String({ maxLength: 200 })),
    note: t.Optional(Text({ maxLength: longest.linkNote, description: 'for the artist' })),
  },
  closed,
)

export const Linked = t.Object({ link: Link })

export const PermissionCheck = t.Object(
  {
    scope: t.String({ maxLength: 64, description: 'one of the scopes of the policies' }),
    agentKey: t.Optional(Text({ maxLength: longest.agentKey, description: 'what the agent calls itself' })),
    intendedUse: t.Optional(Text({ maxLength: longest.intendedUse })),
    commercial: t.Optional(t.Boolean({ description: 'takes the stricter of the scope and commercial-use' })),
    releaseVersionId: t.Optional(t.String({ maxLength: 64, description: 'the newest version, unless given' })),
  },
  closed,
)

/**
 * Body of POST /api/agents/permission-checks: up to a hundred questions at once, by the same asker
 * for the same use.
 */
export const PermissionChecks = t.Object(
  {
    checks: t.Array(
      t.Object(
        {
          releaseId: t.String({ maxLength: 64 }),
          scope: PermissionCheck.properties.scope,
          commercial: PermissionCheck.properties.commercial,
          releaseVersionId: PermissionCheck.properties.releaseVersionId,
        },
        closed,
      ),
      { minItems: 1, maxItems: 100 },
    ),
    agentKey: PermissionCheck.properties.agentKey,
    intendedUse: PermissionCheck.properties.intendedUse,
  },
  closed,
)

/**
 * Answer of POST /api/agents/permission-checks: for each question, in order, a receipt or the
 * reason why there is none.
 */
export const PermissionReceipts = t.Object({
  receipts: t.Array(
    t.Union([
      PermissionReceipt,
      t.Object({ releaseId: t.String(), scope: t.String(), error: t.String(), code: t.Literal('NOT_FOUND') }),
    ]),
  ),
})

export type PermissionChecks = Static<typeof PermissionChecks>
export type PermissionReceipts = Static<typeof PermissionReceipts>
export type PermissionCheck = Static<typeof PermissionCheck>
export type NewDerivative = Static<typeof NewDerivative>
export type Versions = Static<typeof Versions>
export type Dna = Static<typeof Dna>
export type Dossier = Static<typeof Dossier>
export type Policy = Static<typeof Policy>
