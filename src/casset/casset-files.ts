import { sql } from 'drizzle-orm'
import { isAmong } from '../../db/among.ts'
import { prepared } from '../../db/prepared.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import type { FileHolder } from '../platform/file-holder.ts'

const covers = prepared((db) =>
  db
    .select({ assetId: sql<string>`${cassets.coverAssetId}` })
    .from(cassets)
    .where(isAmong(cassets.coverAssetId, sql.placeholder('ids'))),
)
const backgrounds = prepared((db) =>
  db
    .select({ assetId: sql<string>`${cassets.backgroundAssetId}` })
    .from(cassets)
    .where(isAmong(cassets.backgroundAssetId, sql.placeholder('ids'))),
)

/** Covers and backgrounds of cassets. */
export const cassetFiles: FileHolder = {
  uses: ({ db }, ids) => [
    ...covers(db)
      .all({ ids })
      .map(({ assetId }) => ({ assetId, use: 'cover' as const, words: 'the cover of your casset' })),
    ...backgrounds(db)
      .all({ ids })
      .map(({ assetId }) => ({ assetId, use: 'background' as const, words: 'the background of your page' })),
  ],
}
