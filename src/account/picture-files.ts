import { sql } from 'drizzle-orm'
import { isAmong } from '../../db/among.ts'
import { prepared } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account/account.ts'
import type { FileHolder } from '../platform/file-holder.ts'

const shown = prepared((db) =>
  db
    .select({ assetId: sql<string>`${artists.pfpAssetId}` })
    .from(artists)
    .where(isAmong(artists.pfpAssetId, sql.placeholder('ids'))),
)

/** Pictures of artists. */
export const pictureFiles: FileHolder = {
  uses: ({ db }, ids) =>
    shown(db)
      .all({ ids })
      .map((row) => ({ ...row, use: 'picture', words: 'your picture' })),
}
