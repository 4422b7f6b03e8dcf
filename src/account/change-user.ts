import { eq } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'

/** Changes an account. The caller has checked that the change is allowed. */
export const changeUser = ({ db }: Ctx, id: string, values: Partial<typeof users.$inferInsert>): void =>
  void db.update(users).set(values).where(eq(users.id, id)).run()

export const verifyArtist = ({ db }: Ctx, userId: string, verified: boolean): void =>
  void db.update(artists).set({ verified }).where(eq(artists.userId, userId)).run()
