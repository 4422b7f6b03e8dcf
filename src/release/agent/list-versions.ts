import { and, desc, lt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { releaseVersions } from '../../../db/schema/release/release.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { manifestUrl } from '../next-step.ts'
import { whereSigned } from '../read-version.ts'
import type { Versions } from './model.ts'

const { placeholder } = sql

const signed = prepared((db) =>
  db
    .select({
      id: releaseVersions.id,
      canonicalVersion: releaseVersions.canonicalVersion,
      canonicalHash: releaseVersions.canonicalHash,
      issuedAt: releaseVersions.issuedAt,
    })
    .from(releaseVersions)
    .where(and(whereSigned, lt(releaseVersions.canonicalVersion, placeholder('before'))))
    .orderBy(desc(releaseVersions.canonicalVersion))
    .limit(placeholder('most')),
)

/** Returns the signed versions of a release, newest first, with the address of each manifest. */
export function listVersions(ctx: Ctx, releaseId: string, limit: number, cursor?: string): Versions {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
  const rows = signed(ctx.db).all({ releaseId, before, most: limit + 1 })
  const { page, nextCursor } = cutPage(rows, limit, ({ canonicalVersion }) => String(canonicalVersion))
  const versions = page.map(({ id, canonicalVersion, canonicalHash, issuedAt }) => ({
    releaseVersionId: id,
    canonicalVersion,
    canonicalHash: canonicalHash ?? '',
    issuedAt: new Date(issuedAt ?? 0).toISOString(),
    manifestUrl: manifestUrl(ctx, releaseId, canonicalVersion),
  }))
  return { releaseId, versions, nextCursor }
}
