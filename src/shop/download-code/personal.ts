import { eq, inArray } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { codeBatches } from '../../../db/schema/shop/download-code.ts'
import type { Personal } from '../../platform/personal.ts'

export const codePersonal: Personal = {
  sections: [
    {
      name: 'download-codes',
      isOfCasset: true,
      start: [''],
      sql: `SELECT b.label, b.codes, b.redeemed, b.created_at, b.expires_at, b.revoked_at, b.id AS k0
        FROM code_batches b JOIN cassets c ON c.id = $cassetId AND c.artist_id = $artistId
        WHERE b.casset_id = $cassetId AND b.id > $k0 ORDER BY b.id LIMIT $limit`,
    },
  ],
  forget({ db, now }, { artistId }) {
    const own = db.select({ id: cassets.id }).from(cassets).where(eq(cassets.artistId, artistId))
    db.update(codeBatches).set({ label: '', revokedAt: now() }).where(inArray(codeBatches.cassetId, own)).run()
  },
}
