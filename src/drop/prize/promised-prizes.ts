import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { campaigns } from '../../../db/schema/drop/drop.ts'
import { campaignPayouts } from '../../../db/schema/drop/prize.ts'
import type { Ctx } from '../../context.ts'
import type { Sum } from '../../lib/money/money.ts'
import { readPayouts } from './payouts.ts'

const { placeholder } = sql

const chosen = prepared((db) =>
  db
    .select(getTableColumns(campaigns))
    .from(campaignPayouts)
    .innerJoin(campaigns, eq(campaigns.id, campaignPayouts.campaignId))
    .where(
      and(
        eq(campaignPayouts.artistId, placeholder('artistId')),
        eq(campaigns.mode, placeholder('mode')),
        eq(campaigns.state, 'CLOSED'),
      ),
    ),
)

/** Returns prizes of chosen winners; once they are paid, the books owe them (rule: owed-prizes). */
export const promisedPrizes = (ctx: Ctx, artistId: string, mode: string): Sum[] =>
  chosen(ctx.db)
    .all({ artistId, mode })
    .flatMap((campaign) => readPayouts(ctx, campaign))
    .filter((payout) => payout.artistId === artistId)
    .flatMap(({ prize }) => prize)
