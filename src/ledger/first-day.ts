import type { Ctx } from '../context.ts'
import { dayAt } from '../lib/calendar.ts'
import { countedIn } from '../payment/mode.ts'
import { accountsOfArtist, firstPostedMs } from './account-entries.ts'

const firstCollected = `SELECT min(purchased_at) AS at FROM purchases
  WHERE casset_id IN (SELECT id FROM cassets WHERE artist_id = ?)
  AND ${countedIn('mode', '?')}`

/** Returns the day of an artist's first purchase or payment; undefined before that. */
export function firstDay(ctx: Ctx, artistId: string): number | undefined {
  const collectedAt = ctx.db.$client
    .query<{ at: number | null }, [string, string]>(firstCollected)
    .get(artistId, ctx.config.paymentMode)?.at
  const postedAt = accountsOfArtist(ctx, artistId).map((accounts) => firstPostedMs(ctx, accounts))
  const times = [collectedAt, ...postedAt].filter((at) => at !== null && at !== undefined)
  return times.length === 0 ? undefined : dayAt(Math.min(...times))
}
