import { eq, inArray, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { extras } from '../../../db/schema/casset/extra.ts'
import type { FileHolder } from '../../platform/file-holder.ts'

const sha256 = sql.placeholder('sha256')

const named = prepared((db) =>
  db
    .select({ id: extras.id })
    .from(extras)
    .where(or(eq(extras.sha256, sha256), eq(extras.previewSha256, sha256)))
    .limit(1),
)

/** The files that come with cassets, and their previews, stored by the artist of the casset. */
export const extraFiles: FileHolder = {
  names: ({ db }, hash) => named(db).get({ sha256: hash }) !== undefined,
  bytes(db, userId) {
    const ownCassets = db
      .select({ id: cassets.id })
      .from(artists)
      .innerJoin(cassets, eq(cassets.artistId, artists.id))
      .where(eq(artists.userId, userId))
    const bytes = sql`total(${extras.bytes}) + total(${extras.previewBytes})`
    return [sql`${db.select({ bytes }).from(extras).where(inArray(extras.cassetId, ownCassets))}`]
  },
}
