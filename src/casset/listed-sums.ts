import type { KeptSums } from '../platform/kept-sums.ts'

const isPublic = "published AND privacy = 'public'"

/** The count of listed cassets, those that are published and public. */
export const listedSums: KeptSums = {
  differing: `SELECT id AS whose, 0 AS day, '' AS mode FROM cassets LEFT JOIN listed_cassets ON casset_id = id
    WHERE (${isPublic}) <> (casset_id IS NOT NULL) ORDER BY id`,
  repair: [
    'DELETE FROM listed_cassets WHERE casset_id = $whose',
    `INSERT INTO listed_cassets (casset_id) SELECT id FROM cassets WHERE id = $whose AND ${isPublic}`,
  ],
}
