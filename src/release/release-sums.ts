import type { KeptSums } from '../platform/kept-sums.ts'

const isSigned = (release: string) =>
  `EXISTS (SELECT 1 FROM release_versions WHERE release_id = ${release} AND manifest_status = 'READY')`

const signedReleases = `SELECT casset_id, id FROM releases WHERE ${isSigned('releases.id')}`

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
