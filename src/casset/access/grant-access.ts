import { and, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import { accessGrants } from '../../../db/schema/release/license.ts'
import { releases } from '../../../db/schema/release/release.ts'
import type { Ctx } from '../../context.ts'
import { Entitlement } from './entitlement.ts'
import { isShownTo, worldById } from './visible-casset.ts'

/** The condition on `access_grants` that a grant was in time when it was used, and that no license that it came from has ended. */
export const whereGrantHolds = (now: number): SQL | undefined =>
  and(
    gt(accessGrants.expiresAt, sql`coalesce(${accessGrants.usedAt}, ${now})`),
    sql`(${accessGrants.licenseId} IS NULL OR EXISTS
      (SELECT 1 FROM licenses WHERE order_id = ${accessGrants.licenseId} AND ended_at IS NULL))`,
  )

// What was erased because the law demands it is in the manifest, and not here.
const mastersOfVersion = `SELECT sha256 FROM release_files WHERE version_id = $versionId AND role = 'master'`

const stemsOfVersion = `SELECT a.sha256 FROM release_files f JOIN tracks t ON t.id = f.track_id
  JOIN assets a ON a.id = t.stems_asset_id AND a.kind = 'stems' WHERE f.version_id = $versionId AND f.role = 'master'`

/**
 * Returns what an agent may have by a grant that is being used, while anybody may know of its release; undefined for
 * nothing, or not any more.
 */
export function entitlementByGrant(ctx: Ctx, tokenHash: string): Entitlement | undefined {
  const grant = ctx.db
    .select({ versionId: accessGrants.releaseVersionId, resource: accessGrants.resource, cassetId: releases.cassetId })
    .from(accessGrants)
    .innerJoin(releases, eq(releases.id, accessGrants.releaseId))
    .where(and(eq(accessGrants.tokenHash, tokenHash), isNotNull(accessGrants.usedAt), whereGrantHolds(ctx.now())))
    .get()
  const world = grant && worldById(ctx, grant.cassetId)
  if (!world || !isShownTo(world, null) || grant.resource === 'manifest') return undefined
  const { versionId, resource } = grant
  const files = ctx.db.$client
    .query<{ sha256: string }, { versionId: string }>(resource === 'stems' ? stemsOfVersion : mastersOfVersion)
    .all({ versionId })
  const ground = { by: 'grant', holder: versionId, since: null } as const
  return new Entitlement(
    ground,
    files.map(({ sha256 }) => sha256),
  )
}
