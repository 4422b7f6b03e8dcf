import { and, eq, exists, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import { accessGrants, licenses } from '../../../db/schema/release/license.ts'
import { releaseFiles, releases } from '../../../db/schema/release/release.ts'
import type { Ctx } from '../../context.ts'
import { Entitlement } from './entitlement.ts'
import { whereUnlessLaw } from './held-track.ts'
import { isShownTo, worldById } from './visible-casset.ts'

/** The condition on `access_grants` that a grant was used in time and its license has not ended. */
export function whereGrantHolds({ db, now }: Ctx): SQL | undefined {
  const { expiresAt, usedAt, licenseId } = accessGrants
  const whereLasting = and(eq(licenses.orderId, licenseId), isNull(licenses.endedAt))
  const isLicensed = exists(db.select({ orderId: licenses.orderId }).from(licenses).where(whereLasting))
  return and(gt(expiresAt, sql`coalesce(${usedAt}, ${now()})`), or(isNull(licenseId), isLicensed))
}

// A track erased for legal reasons is still in the manifest, but not here; one that the site took
// down is in both, as is one that a preorder has not opened yet.
const whereMaster = (whereUp: SQL | undefined) =>
  and(
    eq(releaseFiles.versionId, sql.placeholder('versionId')),
    eq(releaseFiles.role, 'master'),
    whereUp,
    eq(tracks.closed, false),
  )

const mastersOfVersion = (whereUp: SQL | undefined) =>
  prepared((db) =>
    db
      .select({ sha256: releaseFiles.sha256 })
      .from(releaseFiles)
      .innerJoin(tracks, eq(tracks.id, releaseFiles.trackId))
      .where(whereMaster(whereUp)),
  )

const stemsOfVersion = (whereUp: SQL | undefined) =>
  prepared((db) =>
    db
      .select({ sha256: assets.sha256 })
      .from(releaseFiles)
      .innerJoin(tracks, eq(tracks.id, releaseFiles.trackId))
      .innerJoin(assets, and(eq(assets.id, tracks.stemsAssetId), eq(assets.kind, 'stems')))
      .where(whereMaster(whereUp)),
  )

const whereUp = isNull(tracks.takenDown)
const released = { download: mastersOfVersion(whereUp), stems: stemsOfVersion(whereUp) }
const sold = { download: mastersOfVersion(whereUnlessLaw), stems: stemsOfVersion(whereUnlessLaw) }

/**
 * Returns an agent's entitlement by a grant that is being used, while its release is public, or,
 * where it was sold with a license, unless a law took the music down (rule: licensed-files);
 * undefined when there is none any more.
 */
export function entitlementByGrant(ctx: Ctx, tokenHash: string, isSold = false): Entitlement | undefined {
  const grant = ctx.db
    .select({ versionId: accessGrants.releaseVersionId, resource: accessGrants.resource, cassetId: releases.cassetId })
    .from(accessGrants)
    .innerJoin(releases, eq(releases.id, accessGrants.releaseId))
    .where(and(eq(accessGrants.tokenHash, tokenHash), isNotNull(accessGrants.usedAt), whereGrantHolds(ctx)))
    .get()
  const world = grant && worldById(ctx, grant.cassetId)
  if (!world || !(isSold ? world.casset.takenDown !== 'law' : isShownTo(world, null))) return undefined
  const { versionId, resource } = grant
  const files = (isSold ? sold : released)[resource](ctx.db).all({ versionId })
  const ground = { by: 'grant', holder: versionId, since: null } as const
  return new Entitlement(
    ground,
    files.map(({ sha256 }) => sha256),
  )
}
