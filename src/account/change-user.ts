import { eq } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import type { ArtistRow } from './artist.ts'

/** Changes an account, where the caller has checked that it may be changed so. */
export const changeUser = ({ db }: Ctx, id: string, values: Partial<typeof users.$inferInsert>): void =>
  void db.update(users).set(values).where(eq(users.id, id)).run()

/** Says whether the artist of an account is verified. */
export function verifyArtist(ctx: Ctx, userId: string, verified: boolean): void {
  const whose = eq(artists.userId, userId)
  const artist: ArtistRow | undefined = ctx.db.update(artists).set({ verified }).where(whose).returning().get()
  if (artist) ctx.prepared.drop(artist.id)
}
