import { and, eq } from 'drizzle-orm'
import { campaigns } from '../../../db/schema/drop/drop.ts'
import { campaignPayouts } from '../../../db/schema/drop/prize.ts'
import type { Personal } from '../../platform/personal.ts'
import { changeCampaigns } from '../campaign.ts'
import { moveCampaign } from '../move-campaign.ts'
import { ownReason } from '../own-reason.ts'
import { unclaimedJob } from './unclaimed-kind.ts'

export const dropPersonal: Personal = {
  sections: [
    {
      name: 'drops',
      start: [''],
      sql: `SELECT id, hook_id, mode, state, title, brief, terms, ends_at, split AS json_split, min_account_age_days, created_at, opened_at,
          closed_at, id AS k0
        FROM campaigns WHERE artist_id = $artistId AND id > $k0 ORDER BY id LIMIT $limit`,
    },
    {
      name: 'prizes',
      start: ['', 0],
      sql: `SELECT d.id AS drop_id, d.title, a.handle AS artist, d.mode, d.state AS drop_state, d.closed_at, p.place,
          p.basis_points / 100.0 AS percent, p.score, p.campaign_id AS k0, p.place AS k1
        FROM campaign_payouts p JOIN campaigns d ON d.id = p.campaign_id JOIN artists a ON a.id = d.artist_id
        WHERE p.artist_id = $artistId AND (p.campaign_id, p.place) > ($k0, $k1)
        ORDER BY p.campaign_id, p.place LIMIT $limit`,
    },
    {
      name: 'prizes-passed-on',
      start: ['', 0],
      sql: `SELECT d.id AS drop_id, d.title, p.place, p.reason, p.passed_at, p.campaign_id AS k0, p.nth AS k1
        FROM campaign_passed p JOIN campaigns d ON d.id = p.campaign_id
        WHERE p.artist_id = $artistId AND (p.campaign_id, p.nth) > ($k0, $k1)
        ORDER BY p.campaign_id, p.nth LIMIT $limit`,
    },
  ],
  forget(ctx, { artistId }) {
    const { db } = ctx
    const texts = { title: 'A drop', brief: '', terms: '' }
    changeCampaigns(ctx, eq(campaigns.artistId, artistId), texts)
    const isDraft = and(eq(campaigns.artistId, artistId), eq(campaigns.state, 'DRAFT'))
    for (const draft of db.select().from(campaigns).where(isDraft).all()) {
      moveCampaign(ctx, draft, 'CANCELLED', { userId: null, reason: ownReason('deleted') })
    }
    // They gave up what they won and have not got (rule: unclaimed-prizes).
    const isTheirs = eq(campaignPayouts.artistId, artistId)
    for (const { campaignId } of db.select().from(campaignPayouts).where(isTheirs).all()) {
      ctx.jobs.add(unclaimedJob, { campaignId }, { key: `${campaignId} ${artistId}` })
    }
  },
}
