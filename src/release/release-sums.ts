import type { KeptSums } from '../platform/kept-sums.ts'

const isSigned = (release: string) =>
  `EXISTS (SELECT 1 FROM release_versions WHERE release_id = ${release} AND manifest_status = 'READY')`

/**
 * The number of a casset's published releases with this decision about a scope, and whether the
 * casset is listed.
 */
export const decisionSums: KeptSums = {
  differing: `SELECT DISTINCT casset_id AS whose, 0 AS day, '' AS mode FROM (
      SELECT casset_id, sum(releases) AS off FROM (
        SELECT casset_id, scope, decision, releases FROM casset_decisions
        UNION ALL SELECT r.casset_id, p.scope, p.decision, -1 FROM releases r
          JOIN release_policies p ON p.release_id = r.id WHERE ${isSigned('r.id')}
      ) GROUP BY casset_id, scope, decision
      UNION ALL SELECT casset_id, is_listed <> (casset_id IN (SELECT casset_id FROM listed_cassets)) FROM casset_decisions
    ) WHERE off <> 0 ORDER BY whose`,
  repair: [
    'DELETE FROM casset_decisions WHERE casset_id = $whose',
    `INSERT INTO casset_decisions (casset_id, scope, decision, releases, is_listed)
      SELECT casset_id, scope, decision, count(*), EXISTS (SELECT 1 FROM listed_cassets WHERE casset_id = $whose)
      FROM releases r JOIN release_policies ON release_id = r.id WHERE casset_id = $whose AND ${isSigned('r.id')}
      GROUP BY scope, decision`,
  ],
}

const signedReleases = `SELECT casset_id, id FROM releases WHERE ${isSigned('releases.id')}`

/** Which releases of a casset are published. */
export const publishedSums: KeptSums = {
  differing: `SELECT DISTINCT casset_id AS whose, 0 AS day, '' AS mode FROM (
      SELECT * FROM (${signedReleases} EXCEPT SELECT * FROM published_releases)
      UNION ALL SELECT * FROM (SELECT * FROM published_releases EXCEPT ${signedReleases})
    ) ORDER BY whose`,
  repair: [
    'DELETE FROM published_releases WHERE casset_id = $whose',
    `INSERT INTO published_releases SELECT * FROM (${signedReleases}) WHERE casset_id = $whose`,
  ],
}
