import { eq } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { readAddress } from '../mail/address.ts'
import { toAccount } from './artist.ts'
import type { LogIn } from './model.ts'
import { tryPassword, wrongPassword } from './password-attempt.ts'
import { type Client, startSession } from './session.ts'
import type { SignedIn } from './sign-up.ts'

/** Signs in by email and password. Unknown email and wrong password are one: UNAUTHENTICATED, after the same work. */
export async function logIn(ctx: Ctx, { email: typed, password }: LogIn, client: Client): Promise<SignedIn> {
  const email = readAddress(typed) ?? ''
  const known = ctx.db
    .select({
      userId: users.id,
      email: users.email,
      passwordHash: users.passwordHash,
      artistId: artists.id,
      handle: artists.handle,
      displayName: artists.displayName,
    })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(eq(users.email, email))
    .get()
  const attempt = { email, address: client.address, password, hash: known?.passwordHash ?? null }
  if (!(await tryPassword(ctx, attempt)) || !known) throw wrongPassword()
  return { account: toAccount(known), token: startSession(ctx, known.userId, client) }
}
