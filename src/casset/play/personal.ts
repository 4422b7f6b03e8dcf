import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Personal, Section } from '../../platform/personal.ts'
import { erasePlays } from './take-plays.ts'

const listOf = (table: 'play_days' | 'play_months', span: string): Section => ({
  name: 'plays',
  isOfCasset: true,
  start: ['', -1, ''],
  sql: `SELECT '${span}' AS span, p.casset_id, p.counted, date(p.day * 86400, 'unixepoch') AS begins, p.name, p.plays,
      p.counted AS k0, p.day AS k1, p.name AS k2
    FROM cassets c JOIN ${table} p ON p.casset_id = c.id
    WHERE c.id = $cassetId AND c.artist_id = $artistId AND (p.counted, p.day, p.name) > ($k0, $k1, $k2)
    ORDER BY p.counted, p.day, p.name LIMIT $limit`,
})

/** How often somebody's cassets were played. It says nothing about who played them. */
export const playPersonal: Personal = {
  sections: [listOf('play_months', 'month'), listOf('play_days', 'day')],
  async erase(ctx, { artistId }) {
    const own = ctx.db.select({ id: cassets.id }).from(cassets).where(eq(cassets.artistId, artistId)).all()
    for (const { id } of own) await erasePlays(ctx, id)
  },
}
