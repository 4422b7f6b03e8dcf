import type { SearchIndex } from '../platform/kept-sums.ts'

export const cassetIndex: SearchIndex = {
  differing: `SELECT casset_id AS whose, 0 AS day, '' AS mode FROM listed_cassets JOIN searched_cassets USING (casset_id)
    WHERE position NOT IN (SELECT id FROM casset_search_docsize) ORDER BY casset_id`,
  repair: [
    `INSERT INTO casset_search (rowid, name, artist, tracks)
       SELECT position, name, artist, titles FROM casset_names JOIN casset_titles USING (position)
       WHERE casset_id = $whose`,
  ],
}
