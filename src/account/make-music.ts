import { and, eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'

/** From then on their menu has their page and the studio (rule: making-music). */
export function makeMusic(ctx: Ctx, artistId: string): void {
  const isNew = and(eq(artists.id, artistId), eq(artists.makesMusic, false))
  ctx.db.update(artists).set({ makesMusic: true }).where(isNew).run()
}
