import { eq, inArray } from 'drizzle-orm'
import { NoRow, rawStatement } from '../../db/prepared.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { releases, releaseVersions } from '../../db/schema/release/release.ts'
import { erasePolicyWords } from '../casset/usage/default-policies.ts'
import type { Ctx } from '../context.ts'
import { dropDeletedText } from '../platform/drop-deleted-text.ts'
import type { Gone, Personal } from '../platform/personal.ts'

export const releasePersonal: Personal = {
  sections: [
    {
      name: 'releases',
      isOfCasset: true,
      start: [''],
      sql: `SELECT r.id, r.title, r.type, r.upc, r.mbid, r.release_date, r.label, r.contributors AS json_contributors,
          r.rights_scopes AS json_rights_scopes, r.created_at, r.updated_at, r.id AS k0
        FROM releases r JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId
        WHERE r.casset_id = $cassetId AND r.id > $k0 ORDER BY r.id LIMIT $limit`,
    },
    {
      name: 'release-policies',
      isOfCasset: true,
      start: ['', ''],
      sql: `SELECT p.release_id, p.scope, p.decision, p.price_minor, p.currency, p.terms, p.contact, p.updated_at,
          r.id AS k0, p.scope AS k1
        FROM releases r JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId JOIN release_policies p ON p.release_id = r.id
        WHERE r.casset_id = $cassetId AND r.id >= $k0 AND (r.id > $k0 OR p.scope > $k1) ORDER BY r.id, p.scope LIMIT $limit`,
    },
    {
      name: 'release-versions',
      isOfCasset: true,
      start: ['', -1],
      atOnce: 5,
      sql: `SELECT v.release_id, v.canonical_version, v.manifest_status, v.problem, v.notes, v.canonical_hash, v.manifest, v.proof,
          v.log_position, v.created_at, v.issued_at, p.k0, p.k1
        FROM (SELECT n.id AS version_id, r.id AS k0, n.canonical_version AS k1
          FROM releases r JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId JOIN release_versions n ON n.release_id = r.id
          WHERE r.casset_id = $cassetId AND r.id >= $k0 AND (r.id > $k0 OR n.canonical_version > $k1)
          ORDER BY r.id, n.canonical_version LIMIT $limit) p
        JOIN release_versions v ON v.id = p.version_id ORDER BY p.k0, p.k1`,
    },
  ],
  erase: eraseReleases,
}

/**
 * Signed statements stay as they were signed (rule: signed-versions), hidden from everybody;
 * drafts, notes and contacts are erased.
 */
async function eraseReleases(ctx: Ctx, { artistId }: Gone): Promise<void> {
  const own = ctx.db.select({ id: cassets.id }).from(cassets).where(eq(cassets.artistId, artistId)).all()
  for (const { id } of own) await ctx.jointly(() => eraseOf(ctx, id))
  await dropDeletedText(ctx, 'release_search')
}

// Raw: FTS5.
const forgetSearched = rawStatement<typeof NoRow, { cassetId: string }>(
  NoRow,
  `DELETE FROM release_search WHERE rowid IN (SELECT v.log_position FROM release_versions v
    JOIN releases r ON r.id = v.release_id WHERE r.casset_id = $cassetId)`,
)

function eraseOf(ctx: Ctx, cassetId: string): void {
  const { db } = ctx
  const ids = db.select({ id: releases.id }).from(releases).where(eq(releases.cassetId, cassetId))
  const blank = { title: 'A release', label: null, contributors: [], rightsScopes: [] }
  erasePolicyWords(ctx, ids)
  db.update(releaseVersions).set({ notes: null }).where(inArray(releaseVersions.releaseId, ids)).run()
  forgetSearched(db).run({ cassetId })
  db.update(releases).set(blank).where(eq(releases.cassetId, cassetId)).run()
}
