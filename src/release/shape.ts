import { type Static, Type as t } from '@sinclair/typebox'
import { decisions, permissionScopes } from '../../db/schema/casset/usage.ts'
import { TrackKind } from '../casset/track/shape.ts'
import { Handle, Nullable, OneOf } from '../platform/http/request/schema.ts'
import { Anchor } from './transparency-log/shape.ts'

export const ReleaseType = OneOf(['SINGLE', 'EP', 'ALBUM', 'COMPILATION'])

export const Scope = OneOf(permissionScopes)

export const Decision = OneOf(decisions)

/** A contributor to a release. Unknown fields are null. */
export const Contributor = t.Object({
  name: t.String(),
  role: t.String(),
  share: Nullable(t.Integer({ description: 'basis points of the whole: 2500 is a quarter' })),
  isni: Nullable(t.String()),
  handle: Nullable(Handle),
})

export const RightsScope = t.Object({ right: t.String(), territory: t.String(), holder: t.String() })

export const Link = t.Object({
  id: t.String(),
  relation: OneOf(['REMIX', 'ALTERNATE_VERSION', 'SAMPLE', 'VISUAL_REINTERPRETATION', 'AI_ASSISTED_DERIVATIVE']),
  release: t.Optional(t.Object({ id: t.String(), title: t.String(), handle: Handle })),
  external: t.Optional(t.Object({ url: t.String(), title: t.String(), creator: t.String() })),
  registeredAt: t.String(),
  registeredBy: t.String({ description: 'the agent that signed, or what it calls itself' }),
  agent: t.Optional(t.String({ description: 'the agent that signed its request: the origin of its keys' })),
})

/** The sources of a release and the works made from it; the newest links of each. */
export const Lineage = t.Object({ sources: t.Array(Link), derivatives: t.Array(Link) })

const Involvement = Nullable(OneOf(['NONE', 'ASSISTED', 'GENERATED']))

/** The part of AI in each area; null without a statement, never NONE (rule: ai-disclosure). */
export const AreaDisclosure = t.Object({
  vocals: Involvement,
  instrumentation: Involvement,
  composition: Involvement,
  lyrics: Involvement,
  postProduction: Involvement,
})

const Rendition = t.Object({
  role: OneOf(['master', 'hook']),
  format: t.String(),
  bytes: t.Integer(),
  sha256: t.String({ description: 'of the bytes that buyers download with format=original' }),
})

export const ReleaseFields = t.Object({
  id: t.String(),
  title: t.String(),
  type: ReleaseType,
  upc: Nullable(t.String()),
  releaseDate: Nullable(t.String()),
  label: Nullable(t.String()),
  mbid: t.Optional(Nullable(t.String({ description: 'MusicBrainz ID; absent in versions from before it was stated' }))),
})

export const ReleaseArtist = t.Object({ handle: Handle, displayName: t.String() })

const contentFields = {
  schema: t.Literal('tapedeck.release-manifest.v1'),
  release: ReleaseFields,
  artist: ReleaseArtist,
  tracks: t.Array(
    t.Object({
      id: t.String(),
      position: t.Integer(),
      title: t.String(),
      kind: TrackKind,
      durationMs: Nullable(t.Integer()),
      isrc: Nullable(t.String()),
      iswc: t.Optional(Nullable(t.String())),
      mbid: t.Optional(Nullable(t.String())),
      aiDisclosure: AreaDisclosure,
      renditions: t.Array(Rendition),
    }),
  ),
  contributors: t.Array(Contributor),
  rightsScopes: t.Array(RightsScope),
  policies: t.Record(t.String(), Decision),
  lineage: Lineage,
}

export const ManifestContent = t.Object(contentFields)

/** The signed statement of a version (rule: signed-versions). */
export const Manifest = t.Object({
  ...contentFields,
  version: t.Integer(),
  issuedAt: t.String(),
  previousVersionHash: Nullable(t.String()),
})

/** A W3C Data Integrity proof. */
export const Proof = t.Object({
  type: t.Literal('DataIntegrityProof'),
  cryptosuite: t.Literal('eddsa-jcs-2022'),
  created: t.String(),
  verificationMethod: t.String({ description: 'a key of /.well-known/did.json; its fragment is the key itself' }),
  proofPurpose: t.Literal('assertionMethod'),
  proofValue: t.String(),
})

/** The next step from a decision: to a quote, to the artist, or nowhere. */
export const NextStep = t.Object({ kind: Nullable(OneOf(['license', 'contact'])), url: Nullable(t.String()) })

export const SignedManifest = t.Object({
  releaseId: t.String(),
  releaseVersionId: t.String(),
  canonicalVersion: t.Integer(),
  manifest: Manifest,
  canonicalHash: t.String({ description: 'SHA-256, in hex, of the manifest as canonical JSON (RFC 8785)' }),
  signature: Proof,
  anchor: Anchor,
})

/** A version's manifest as it is read; with `format=raw` the manifest alone. */
export const ReadManifest = t.Union([SignedManifest, Manifest])

/** A decision as a receipt, signed like a manifest: the proof is over everything else. */
export const PermissionReceipt = t.Object({
  decisionId: t.String(),
  releaseId: t.String(),
  releaseVersionId: t.String(),
  scope: Scope,
  decision: Decision,
  reason: t.String(),
  commercial: t.Boolean(),
  policyHash: t.String(),
  manifestHash: t.String(),
  agentKey: Nullable(t.String({ description: 'what the agent calls itself' })),
  agent: Nullable(t.String({ description: 'the agent that signed the request: the origin of its keys' })),
  issuedAt: t.String(),
  expiresAt: t.String(),
  next: NextStep,
  proof: Proof,
})

export type PermissionReceipt = Static<typeof PermissionReceipt>
export type NextStep = Static<typeof NextStep>

export const Found = t.Object({
  id: t.String(),
  title: t.String(),
  type: ReleaseType,
  artist: ReleaseArtist,
  canonicalVersion: t.Integer(),
  canonicalHash: t.String(),
  url: t.String({ description: 'its page' }),
  manifestUrl: t.String(),
})

export const FoundReleases = t.Object({ releases: t.Array(Found), nextCursor: Nullable(t.String()) })

export type FoundRelease = Static<typeof Found>
export type FoundReleases = Static<typeof FoundReleases>

export type Contributor = Static<typeof Contributor>
export type RightsScope = Static<typeof RightsScope>
export type Link = Static<typeof Link>
export type Lineage = Static<typeof Lineage>
export type AreaDisclosure = Static<typeof AreaDisclosure>
export type ManifestContent = Static<typeof ManifestContent>
export type Manifest = Static<typeof Manifest>
