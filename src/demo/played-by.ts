import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account.ts'
import { cassets } from '../../db/schema/casset.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'

/** Whoever plays an artist of the demo, without a session of their own. */
export function playedBy(ctx: Ctx, handle: string): { viewer: Viewer; cassetId: string } {
  const row = ctx.db
    .select({ artist: artists, cassetId: cassets.id })
    .from(artists)
    .innerJoin(cassets, eq(cassets.artistId, artists.id))
    .where(eq(artists.handle, handle))
    .get()
  if (!row) throw new Error(`The demo has no ${handle}.`)
  const { userId, id, displayName } = row.artist
  const email = `${handle}@example.com`
  const unsigned = { sessionId: '', emailVerified: false, role: 'member', makesMusic: true } as const
  return { viewer: { ...unsigned, userId, email, artistId: id, handle, displayName }, cassetId: row.cassetId }
}
