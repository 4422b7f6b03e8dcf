import { and, eq, inArray, isNull } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import type { Personal } from '../../platform/personal.ts'

export const emojiPersonal: Personal = {
  sections: [
    {
      name: 'emoji',
      isOfCasset: true,
      start: [-1, -1],
      folder: 'emoji',
      sql: `SELECT e.id, e.shortcode, e.content_type, e.price_minor, c.currency, e.sha256, e.bytes, e.created_at, e.withdrawn_at,
          e.shortcode || '.' || substr(e.content_type, 7) AS file_name, e.bytes AS k0, e.rowid AS k1
        FROM emojis e JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId
        WHERE e.casset_id = $cassetId AND (e.bytes, e.rowid) > ($k0, $k1) ORDER BY e.bytes, e.rowid LIMIT $limit`,
    },
  ],
  forget({ db, now }, { artistId }) {
    const own = db.select({ id: cassets.id }).from(cassets).where(eq(cassets.artistId, artistId))
    const isSold = and(inArray(emojis.cassetId, own), isNull(emojis.withdrawnAt))
    db.update(emojis).set({ withdrawnAt: now(), assetId: null }).where(isSold).run()
  },
}
