import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isAmong } from '../../../../db/among.ts'
import { prepared } from '../../../../db/prepared.ts'
import { artists } from '../../../../db/schema/account/account.ts'
import { cassets } from '../../../../db/schema/casset/casset.ts'
import { emojis } from '../../../../db/schema/shop/emoji.ts'
import { say } from '../../../lib/language/say.ts'
import type { FileHolder } from '../../../platform/file-holder.ts'

const named = prepared((db) =>
  db
    .select({ id: emojis.id })
    .from(emojis)
    .where(eq(emojis.sha256, sql.placeholder('sha256')))
    .limit(1),
)

const sold = prepared((db) =>
  db
    .select({ assetId: sql<string>`${emojis.assetId}`, shortcode: emojis.shortcode })
    .from(emojis)
    .where(and(isAmong(emojis.assetId, sql.placeholder('ids')), isNull(emojis.withdrawnAt))),
)

/** Emoji, which have files of their own, and the pictures that those on sale were made of. */
export const emojiFiles: FileHolder = {
  names: ({ db }, sha256) => named(db).get({ sha256 }) !== undefined,
  uses: ({ db }, ids) =>
    sold(db)
      .all({ ids })
      .map(({ assetId, shortcode }) => ({
        assetId,
        use: 'emoji',
        words: say('the emoji :{shortcode}:', { shortcode }),
      })),
  bytes(db, userId) {
    const ownCassets = db
      .select({ id: cassets.id })
      .from(artists)
      .innerJoin(cassets, eq(cassets.artistId, artists.id))
      .where(eq(artists.userId, userId))
    const stored = db.select({ bytes: sql`total(${emojis.bytes})` }).from(emojis)
    return [sql`${stored.where(inArray(emojis.cassetId, ownCassets))}`]
  },
}
