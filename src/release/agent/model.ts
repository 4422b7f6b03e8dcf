import { type Static, t } from 'elysia'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { AreaDisclosure, Decision, Proof, ReleaseArtist, ReleaseFields, Scope } from '../shape.ts'
import { Anchor } from '../transparency-log/shape.ts'

/** Query of the manifest: `raw` asks for the canonical bytes only, as they were signed. */
export const ManifestQuery = t.Object({ format: t.Optional(OneOf(['raw'])) }, closed)

/** Takes words of a title, an artist or a track; without words the newest releases. */
export const SearchQuery = t.Object(
  {
    query: t.Optional(t.String({ minLength: 1, maxLength: longest.releaseQuery })),
    limit: t.Optional(t.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100' })),
    cursor: t.Optional(t.String({ pattern: '^[0-9]{1,15}$', description: 'the nextCursor of the page before' })),
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
  proof: Proof,
})

export type Versions = Static<typeof Versions>
export type Dossier = Static<typeof Dossier>
