import { desc } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { releaseVersions } from '../../../db/schema/release/release.ts'
import { pricingStateOf } from '../../casset/usage/pricing-state.ts'
import { readPolicies } from '../../casset/usage/read-policies.ts'
import type { Ctx } from '../../context.ts'
import { readLineage } from '../link/read-lineage.ts'
import { resourceScopes } from '../permission/policy.ts'
import { manifestOf, whereSigned } from '../read-version.ts'
import type { Unsigned } from '../signing/answer-signed.ts'
import { readAnchor } from '../transparency-log/read-anchor.ts'
import type { Anchor } from '../transparency-log/shape.ts'
import type { VisibleRelease } from '../visible-release.ts'
import type { Dna } from './shape.ts'

const anchorsShown = 100

const positions = prepared((db) =>
  db
    .select({ version: releaseVersions.canonicalVersion, position: releaseVersions.logPosition })
    .from(releaseVersions)
    .where(whereSigned)
    .orderBy(desc(releaseVersions.canonicalVersion))
    .limit(anchorsShown),
)

export function readDna(ctx: Ctx, { id, version }: VisibleRelease): Unsigned<Dna> {
  const { contributors, rightsScopes } = manifestOf(version)
  return {
    releaseId: id,
    manifestStatus: 'READY',
    canonicalVersion: version.canonicalVersion,
    canonicalHash: version.canonicalHash,
    contributors,
    rightsScopes,
    ...readPermissions(ctx, id),
    anchors: readAnchors(ctx, id),
    lineage: readLineage(ctx, id),
  }
}

export function readPermissions(ctx: Ctx, releaseId: string): Pick<Dna, 'agentAccessPolicies' | 'permissionPolicies'> {
  const policies = readPolicies(ctx, releaseId)
  return {
    agentAccessPolicies: resourceScopes.flatMap(({ resource, scope }) =>
      policies.filter((each) => each.scope === scope).map(({ decision }) => ({ resource, scope, decision })),
    ),
    permissionPolicies: policies.map((policy) => ({
      scope: policy.scope,
      decision: policy.decision,
      pricingState: pricingStateOf(policy),
      updatedAt: new Date(policy.updatedAt).toISOString(),
    })),
  }
}

/** Returns the anchors of the newest versions, oldest first. */
export const readAnchors = (ctx: Ctx, releaseId: string): Anchor[] =>
  positions(ctx.db)
    .all({ releaseId })
    .reverse()
    .map(({ position }) => readAnchor(ctx, position ?? Number.MAX_SAFE_INTEGER))
