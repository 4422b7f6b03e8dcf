import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'

/** Returns the artist of a handle, typed with or without its @; undefined when there is none. */
export function artistByHandle({ db }: Ctx, typed: string) {
  const handle = typed.replace(/^@/, '').toLowerCase()
  const { id, userId, displayName } = artists
  return db
    .select({ id, userId, handle: artists.handle, displayName })
    .from(artists)
    .where(eq(artists.handle, handle))
    .get()
}
