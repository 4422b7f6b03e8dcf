import { priceOf } from '../../casset/usage/pricing-state.ts'
import { type PolicyRow, readPolicies } from '../../casset/usage/read-policies.ts'
import type { Ctx } from '../../context.ts'
import { jsonChanges } from '../../lib/json/json-changes.ts'
import { readAnchors, readPermissions } from '../agent/read-dna.ts'
import type { Policy } from '../agent/shape.ts'
import { readLineage } from '../link/read-lineage.ts'
import type { ReleaseRow } from '../own-release.ts'
import { newestEvent } from '../provenance/list-events.ts'
import { latestVersion, manifestOf, signedVersion } from '../read-version.ts'
import type { Manifest, ManifestContent } from '../shape.ts'
import { draftOrProblem, problemOf } from '../version/obstacle.ts'
import type { ManifestPreview, OwnerDna } from './model.ts'

export function readPreview(ctx: Ctx, release: ReleaseRow): ManifestPreview {
  const signed = signedVersion(ctx, release.id)
  const { manifest, problem } = draftOrProblem(ctx, release)
  const before = signed && manifestOf(signed)
  return {
    releaseId: release.id,
    nextVersion: (signed?.canonicalVersion ?? 0) + 1,
    manifest,
    problem,
    changes: before && manifest ? jsonChanges(contentOf(before), manifest) : [],
  }
}

const contentOf = ({ version: _, issuedAt: __, previousVersionHash: ___, ...content }: Manifest): ManifestContent =>
  content

/** Returns everything about a release for its artist, whether it is published or not. */
export function readOwnerDna(ctx: Ctx, release: ReleaseRow): OwnerDna {
  const { id, contributors, rightsScopes } = release
  const latest = latestVersion(ctx, id)
  const signed = signedVersion(ctx, id)
  return {
    releaseId: id,
    manifestStatus: latest?.manifestStatus ?? null,
    canonicalVersion: signed?.canonicalVersion ?? null,
    canonicalHash: signed?.canonicalHash ?? null,
    contributors,
    rightsScopes,
    agentAccessPolicies: readPermissions(ctx, id).agentAccessPolicies,
    permissionPolicies: readPolicies(ctx, id).map(toPolicy),
    anchors: readAnchors(ctx, id),
    lineage: readLineage(ctx, id),
    manifest: signed ? manifestOf(signed) : null,
    problem: problemOf(ctx, release, latest),
    provenance: newestEvent(ctx, id),
  }
}

export const toPolicy = (policy: PolicyRow): Policy => ({
  scope: policy.scope,
  decision: policy.decision,
  price: priceOf(policy),
  terms: policy.terms,
  contact: policy.contact,
  updatedAt: new Date(policy.updatedAt).toISOString(),
})
