import type { SearchIndex } from '../platform/kept-sums.ts'

const place = `(SELECT max(log_position) FROM release_versions
  WHERE release_id = p.release_id AND manifest_status = 'READY')`

/** The words by which published releases are found; those of a deleted account are gone. */
export const releaseIndex: SearchIndex = {
  differing: `SELECT p.release_id AS whose, 0 AS day, '' AS mode FROM published_releases p
    JOIN cassets c ON c.id = p.casset_id JOIN artists a ON a.id = c.artist_id JOIN users u ON u.id = a.user_id
    WHERE u.email IS NOT NULL AND ${place} NOT IN (SELECT id FROM release_search_docsize) ORDER BY p.release_id`,
  repair: [
    `INSERT INTO release_search (rowid, title, artist, tracks, release_id)
       SELECT log_position, manifest ->> '$.release.title',
         (manifest ->> '$.artist.displayName') || ' ' || (manifest ->> '$.artist.handle'),
         (SELECT group_concat(value ->> '$.title', ' ') FROM json_each(manifest, '$.tracks')), release_id
       FROM release_versions WHERE release_id = $whose AND manifest_status = 'READY'
       ORDER BY log_position DESC LIMIT 1`,
  ],
}
