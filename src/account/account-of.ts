import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { artistOf, toAccount } from './artist.ts'
import type { Account } from './model.ts'

/** Returns a user's account as sign-in answers it. Throws NOT_FOUND. */
export function accountOf(ctx: Ctx, userId: string): Account {
  const user = ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId)).get()
  if (!user || user.email === null) throw notFound('account')
  const { id: artistId, handle, displayName } = artistOf(ctx, userId)
  return toAccount({ userId, email: user.email, artistId, handle, displayName })
}
