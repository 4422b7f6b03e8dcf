import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { countedIn } from '../../platform/payment/mode.ts'
import { accountsOfArtist, accountsOfPlatform } from '../ledger/account-entries.ts'
import { daysOf } from './day-sums.ts'

const firstCollected = `SELECT min(day) AS day FROM collect_days
  WHERE casset_id IN (SELECT id FROM cassets WHERE artist_id = ?1 AND slug IS NULL
    UNION ALL SELECT casset_id FROM co_members WHERE artist_id = ?1 AND joined_at IS NOT NULL) AND ${countedIn('mode', '?')}`

/**
 * Returns the day of an artist's first purchase or payment, for the owner of the instance also of what the platform first
 * kept; undefined before that.
 */
export function firstDay(ctx: Ctx, { artistId, role }: Pick<Viewer, 'artistId' | 'role'>): number | undefined {
  const collected = ctx.db.$client
    .query<{ day: number | null }, [string, string]>(firstCollected)
    .get(artistId, ctx.config.paymentMode)?.day
  const platform = role === 'owner' ? accountsOfPlatform(ctx) : []
  const moved = [...accountsOfArtist(ctx, artistId), ...platform].map((accounts) => daysOf(ctx, accounts).from)
  const first = Math.min(collected ?? Number.POSITIVE_INFINITY, ...moved)
  return Number.isFinite(first) ? first : undefined
}
