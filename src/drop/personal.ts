import { and, eq } from 'drizzle-orm'
import { campaigns } from '../../db/schema/drop/drop.ts'
import type { Personal } from '../platform/personal.ts'
import { moveCampaign } from './move-campaign.ts'
import { ownReason } from './own-reason.ts'

/** The drops that somebody made. */
export const dropPersonal: Personal = {
  sections: [
    {
      name: 'drops',
      start: [''],
      sql: `SELECT id, hook_id, mode, state, title, brief, terms, ends_at, split AS json_split, min_account_age_days, created_at, opened_at,
          closed_at, id AS k0
        FROM campaigns WHERE artist_id = $artistId AND id > $k0 ORDER BY id LIMIT $limit`,
    },
  ],
  forget(ctx, { artistId }) {
    const { db } = ctx
    const texts = { title: 'A drop', brief: '', terms: '' }
    db.update(campaigns).set(texts).where(eq(campaigns.artistId, artistId)).run()
    const isDraft = and(eq(campaigns.artistId, artistId), eq(campaigns.state, 'DRAFT'))
    for (const draft of db.select().from(campaigns).where(isDraft).all()) {
      moveCampaign(ctx, draft, 'CANCELLED', { userId: null, reason: ownReason('deleted') })
    }
  },
}
