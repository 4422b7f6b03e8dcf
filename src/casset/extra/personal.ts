import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'
import type { Gone, Personal } from '../../platform/personal.ts'
import { listedExtras } from '../access/held-extra.ts'
import { takeOffExtras } from './remove-extra.ts'

export const extraPersonal: Personal = {
  sections: [
    {
      name: 'extras',
      isOfCasset: true,
      start: [-1, -1],
      folder: 'extras',
      sql: `SELECT e.id, e.casset_id, e.position, e.name, e.format, e.name || '.' || e.format AS file_name, e.bytes, e.sha256,
          e.created_at, e.withdrawn_at, e.position AS k0, e.rowid AS k1
        FROM extras e JOIN cassets c ON c.id = $cassetId
        WHERE e.casset_id = $cassetId AND c.artist_id = $artistId AND (e.position, e.rowid) > ($k0, $k1)
        ORDER BY e.position, e.rowid LIMIT $limit`,
    },
  ],
  erase: eraseExtras,
}

/** Takes what comes with somebody's cassets off them; holders keep theirs (rule: extras). */
async function eraseExtras(ctx: Ctx, { artistId }: Gone): Promise<void> {
  const own = ctx.db.select({ id: cassets.id }).from(cassets).where(eq(cassets.artistId, artistId)).all()
  for (const { id } of own) {
    if (listedExtras(ctx, id).length > 0) await ctx.jointly(() => takeOffExtras(ctx, listedExtras(ctx, id)))
  }
}
