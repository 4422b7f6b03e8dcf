import { and, eq, type SQL } from 'drizzle-orm'
import { batchSize } from '../../../db/in-batches.ts'
import { playDays, playMonths } from '../../../db/schema/casset/play.ts'
import type { Ctx } from '../../context.ts'

export function takePlays({ db }: Ctx, which: SQL): (typeof playDays.$inferSelect)[] {
  const rows = db.select().from(playDays).where(which).limit(batchSize).all()
  for (const { cassetId, counted, day, name } of rows) {
    const ofDay = and(eq(playDays.cassetId, cassetId), eq(playDays.counted, counted), eq(playDays.day, day))
    db.delete(playDays)
      .where(and(ofDay, eq(playDays.name, name)))
      .run()
  }
  return rows
}

export async function erasePlays(ctx: Ctx, cassetId: string): Promise<void> {
  while ((await ctx.jointly(() => takePlays(ctx, eq(playDays.cassetId, cassetId)).length)) > 0);
  ctx.db.delete(playMonths).where(eq(playMonths.cassetId, cassetId)).run()
}
