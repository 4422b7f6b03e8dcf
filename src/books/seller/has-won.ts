import { eq } from 'drizzle-orm'
import { campaignPayouts } from '../../../db/schema/drop/prize.ts'
import type { Ctx } from '../../context.ts'

/** Whether somebody won a drop: winners are paid though they may not sell (rule: drop-winners). */
export function hasWon({ db }: Pick<Ctx, 'db'>, artist: string): boolean {
  const { artistId } = campaignPayouts
  return db.select({ artistId }).from(campaignPayouts).where(eq(artistId, artist)).limit(1).get() !== undefined
}
