import { type Static, t } from 'elysia'
import { isIsni, isMbid, isUpc } from '../../lib/music/identifiers.ts'
import { Checked } from '../../lib/text/checked-text.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { dayOf } from '../../lib/time/calendar.ts'
import { closed, Handle, Nullable, OneOf, Whole } from '../../platform/http/request/schema.ts'
import { Dna, Policy } from '../agent/shape.ts'
import { Contributor, Decision, Manifest, ManifestContent, ReleaseType, RightsScope, Scope } from '../shape.ts'

const word = (description: string) => Text({ minLength: 1, maxLength: longest.releaseWord, description })
const isDay = (text: string) => dayOf(text) !== undefined

const NewContributor = t.Object(
  {
    name: Text({ minLength: 1, maxLength: longest.displayName }),
    role: word('what they did, such as producer'),
    share: t.Optional(Nullable(Whole(0, 10_000))),
    isni: t.Optional(Nullable(Checked(isIsni, 'an ISNI with its check character, like 0000 0001 2150 090X'))),
    handle: t.Optional(Nullable(Handle)),
  },
  closed,
)

const NewRightsScope = t.Object(
  {
    right: word('which right, such as sound-recording'),
    territory: word('where, such as WORLD or DE'),
    holder: Text({ minLength: 1, maxLength: longest.displayName }),
  },
  closed,
)

const fields = {
  title: Text({ minLength: 1, maxLength: longest.title }),
  type: ReleaseType,
  trackIds: t.Array(t.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 }),
}

const optionalFields = {
  upc: t.Optional(Nullable(Checked(isUpc, 'a UPC or EAN of 12 or 13 digits with its check digit'))),
  mbid: t.Optional(Nullable(Checked(isMbid, 'a MusicBrainz release ID'))),
  releaseDate: t.Optional(Nullable(Checked(isDay, 'a day like 2026-11-22'))),
  label: t.Optional(Nullable(Text({ minLength: 1, maxLength: longest.displayName }))),
  contributors: t.Optional(t.Array(NewContributor, { maxItems: 100 })),
  rightsScopes: t.Optional(t.Array(NewRightsScope, { maxItems: 100 })),
}

export const NewRelease = t.Object({ ...fields, ...optionalFields }, closed)

export const ReleasePatch = t.Object({ ...t.Partial(t.Object(fields)).properties, ...optionalFields }, closed)

/** The content of the next version, and the state of the last one. */
export const Release = t.Object({
  id: t.String(),
  cassetId: t.String(),
  state: OneOf(['DRAFT', 'PUBLISHING', 'PUBLISHED']),
  title: t.String(),
  type: ReleaseType,
  trackIds: t.Array(t.String()),
  upc: Nullable(t.String()),
  mbid: Nullable(t.String()),
  releaseDate: Nullable(t.String()),
  label: Nullable(t.String()),
  contributors: t.Array(Contributor),
  rightsScopes: t.Array(RightsScope),
  canonicalVersion: Nullable(t.Integer({ description: 'the newest signed version' })),
  manifestStatus: Nullable(OneOf(['QUEUED', 'READY', 'FAILED'])),
  problem: Nullable(t.String({ description: 'why the last version could not be signed' })),
  createdAt: t.String(),
  updatedAt: t.String(),
})

export const Releases = t.Object({ releases: t.Array(Release), nextCursor: Nullable(t.String()) })

export const Publish = t.Object(
  { notes: t.Optional(Nullable(Text({ maxLength: longest.releaseNotes, description: 'for yourself' }))) },
  closed,
)

export const Publishing = t.Object({
  releaseVersionId: t.String(),
  canonicalVersion: t.Integer(),
  manifestStatus: t.Literal('QUEUED'),
})

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

/** The content of the next version, and its differences from the newest one. */
export const ManifestPreview = t.Object({
  releaseId: t.String(),
  nextVersion: t.Integer(),
  manifest: Nullable(ManifestContent),
  problem: Nullable(t.String({ description: 'why it cannot be published now' })),
  changes: t.Array(Change),
})

/** Answer of GET /api/internal/releases/{id}/dna, to the artist alone: includes drafts. */
export const OwnerDna = t.Object({
  ...t.Omit(Dna, ['manifestStatus', 'canonicalVersion', 'canonicalHash', 'permissionPolicies', 'proof']).properties,
  manifestStatus: Nullable(Dna.properties.manifestStatus),
  canonicalVersion: Nullable(t.Integer()),
  canonicalHash: Nullable(t.String()),
  permissionPolicies: t.Array(Policy),
  manifest: Nullable(Manifest),
  problem: Nullable(t.String()),
  provenance: t.Object({ eventCount: t.Integer(), head: t.String() }),
})

export type Publishing = Static<typeof Publishing>
export type NewRelease = Static<typeof NewRelease>
export type ReleasePatch = Static<typeof ReleasePatch>
export type Release = Static<typeof Release>
export type Releases = Static<typeof Releases>
export type PolicyPatch = Static<typeof PolicyPatch>
export type OwnerDna = Static<typeof OwnerDna>
export type ManifestPreview = Static<typeof ManifestPreview>
