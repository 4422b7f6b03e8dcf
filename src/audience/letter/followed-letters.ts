import { eq } from 'drizzle-orm'
import { letterFollowers } from '../../../db/schema/audience/letter.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

/** By default they may not. */
export const allowsLetters = ({ db }: Ctx, { userId }: Viewer): boolean =>
  db.select().from(letterFollowers).where(eq(letterFollowers.userId, userId)).get() !== undefined

export function setFollowedLetters({ db, now }: Ctx, { userId }: Viewer, allowed: boolean): void {
  if (allowed) db.insert(letterFollowers).values({ userId, allowedAt: now() }).onConflictDoNothing().run()
  else db.delete(letterFollowers).where(eq(letterFollowers.userId, userId)).run()
}
