import { and, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { artists, identities, users } from '../../db/schema/account.ts'
import { passkeys, recoveryCodes } from '../../db/schema/passkey.ts'
import type { Ctx } from '../context.ts'
import { noteSecurity } from '../security/note-security.ts'
import { ownerOfToken, useToken } from './mailed-token.ts'
import type { ResetPassword } from './model.ts'
import { forgetFailures } from './password-attempt.ts'
import { mailPasswordChanged } from './password-letter.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { type Client, endSessions, endStreams } from './session.ts'
import { confirmEmail } from './verify-email.ts'

const purpose = 'reset-password'

/**
 * Sets a new password by a mailed token. That also confirms the address, ends all sessions and clears the counted
 * failures. Returns the account. Throws VALIDATION for `token` and `password`.
 */
export async function resetPassword(ctx: Ctx, { token, password }: ResetPassword, client: Client): Promise<string> {
  // An invalid token must not cost a password hash.
  const { userId } = ownerOfToken(ctx, purpose, token)
  const named = ctx.db.select().from(artists).where(eq(artists.userId, userId)).get()
  const { email = '' } = ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId)).get() ?? {}
  const { handle = '', displayName = '' } = named ?? {}
  await refuseWeakPassword(ctx, password, { email, handle, displayName })
  const passwordHash = await ctx.passwords.hash(password, true)
  const ended = inTransaction(ctx.db, () => {
    const owner = useToken(ctx, purpose, token)
    ctx.db.update(users).set({ passwordHash }).where(eq(users.id, owner.userId)).run()
    endEarlierWays(ctx, owner.userId)
    confirmEmail(ctx, owner)
    mailPasswordChanged(ctx, { userId, handle, email, how: 'reset' })
    return endSessions(ctx, owner.userId)
  })
  endStreams(ctx, ended)
  forgetFailures(ctx, email, client.address)
  noteSecurity(ctx, 'reset_done', { userId, address: client.address, userAgent: client.userAgent })
  return userId
}

/**
 * Removes the outside identities and passkeys of an account whose address nobody had confirmed: who signed up with a
 * stranger's address must not keep a way in once its real owner takes the account over (rule 3.11).
 */
function endEarlierWays(ctx: Ctx, userId: string): void {
  const whereUnproven = and(eq(users.id, userId), isNull(users.emailVerifiedAt))
  if (!ctx.db.select({ id: users.id }).from(users).where(whereUnproven).get()) return
  ctx.db.delete(identities).where(eq(identities.userId, userId)).run()
  ctx.db.delete(passkeys).where(eq(passkeys.userId, userId)).run()
  ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run()
  ctx.db.update(users).set({ secondFactor: false }).where(eq(users.id, userId)).run()
}

/**
 * Returns the rate limit's actor for an unvalidated reset: a valid token has its own bucket, which strangers cannot use
 * up.
 */
export function actorOfReset(ctx: Ctx, body: unknown): string | undefined {
  const token: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'token') : undefined
  if (typeof token !== 'string') return undefined
  try {
    return `reset:${ownerOfToken(ctx, purpose, token).userId}`
  } catch {
    return undefined
  }
}
