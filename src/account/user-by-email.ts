import { eq } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import { readAddress } from '../platform/mail/address.ts'

/** Returns the account of an email address in any spelling; undefined when there is none. */
export function userByEmail(ctx: Ctx, typed: string) {
  const email = readAddress(typed)
  if (email === undefined) return undefined
  const found = ctx.db
    .select({
      userId: users.id,
      passwordHash: users.passwordHash,
      artistId: artists.id,
      handle: artists.handle,
      displayName: artists.displayName,
    })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(eq(users.email, email))
    .get()
  return found && { ...found, email }
}
