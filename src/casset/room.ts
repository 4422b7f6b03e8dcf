import { cassets } from '../../db/schema/casset/casset.ts'
import { say } from '../lib/language/say.ts'
import { type FileHolder, usesIn } from '../platform/file-holder.ts'
import type { KeptSums, SearchIndex } from '../platform/kept-sums.ts'
import type { Room } from '../room.ts'
import { callOffJob } from './call-off.ts'
import { cassetPersonal } from './personal.ts'

const covers = usesIn(cassets, cassets.coverAssetId, {
  use: 'cover',
  get words() {
    return say('the cover of your casset')
  },
})
const backgrounds = usesIn(cassets, cassets.backgroundAssetId, {
  use: 'background',
  get words() {
    return say('the background of your page')
  },
})

const cassetFiles: FileHolder = {
  uses: (ctx, ids) => [...covers(ctx, ids), ...backgrounds(ctx, ids)],
}

const isPublic = "published AND privacy = 'public'"

/** The count of listed cassets, those that are published and public. */
const listedSums: KeptSums = {
  differing: `SELECT id AS whose, 0 AS day, '' AS mode FROM cassets LEFT JOIN listed_cassets ON casset_id = id
    WHERE (${isPublic}) <> (casset_id IS NOT NULL) ORDER BY id`,
  repair: [
    'DELETE FROM listed_cassets WHERE casset_id = $whose',
    `INSERT INTO listed_cassets (casset_id) SELECT id FROM cassets WHERE id = $whose AND ${isPublic}`,
  ],
}

const cassetIndex: SearchIndex = {
  differing: `SELECT casset_id AS whose, 0 AS day, '' AS mode FROM listed_cassets JOIN searched_cassets USING (casset_id)
    WHERE position NOT IN (SELECT id FROM casset_search_docsize) ORDER BY casset_id`,
  repair: [
    `INSERT INTO casset_search (rowid, name, artist, tracks)
       SELECT position, name, artist, titles FROM casset_names JOIN casset_titles USING (position)
       WHERE casset_id = $whose`,
  ],
}

export const cassetRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).casset] }),
  jobs: [callOffJob],
  personal: cassetPersonal,
  sums: [listedSums],
  files: [cassetFiles],
  indexes: [cassetIndex],
} satisfies Room
