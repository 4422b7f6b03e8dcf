import { lt, sql } from 'drizzle-orm'
import { playDays, playMonths } from '../../../db/schema/casset/play.ts'
import type { Ctx } from '../../context.ts'
import { dayAt, monthStart } from '../../lib/time/calendar.ts'
import { takePlays } from './take-plays.ts'

/** The days that are kept each by itself. */
const keptDays = 90

/** Adds the plays of days that are over 90 days old to the sums of their months (rule: plays). */
export async function sumPlayMonths(ctx: Ctx): Promise<void> {
  const before = dayAt(ctx.now()) - keptDays
  while ((await ctx.jointly(() => sumSome(ctx, before))) > 0);
}

function sumSome(ctx: Ctx, before: number): number {
  const { cassetId, counted, day, name, plays } = playMonths
  const old = takePlays(ctx, lt(playDays.day, before))
  for (const row of old) {
    ctx.db
      .insert(playMonths)
      .values({ ...row, day: monthStart(row.day) })
      .onConflictDoUpdate({ target: [cassetId, counted, day, name], set: { plays: sql`${plays} + ${row.plays}` } })
      .run()
  }
  return old.length
}
