import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { mailWays } from '../passkey/emails.ts'
import { removePasskeysSince } from '../passkey/second-factor.ts'
import { endSessions } from '../session/session.ts'
import { userByEmail } from '../user-by-email.ts'

/** The passkeys removed, whether signing in required one, and whether a password is left. */
export type EndedPasskeys = { passkeys: number; wasRequired: boolean; hasPassword: boolean }

/**
 * Removes all passkeys of somebody who lost them, stops requiring one, and signs out every browser,
 * since the finder of the device may be signed in there (rule: lost-passkeys). The owner is
 * notified by email. Returns undefined when no account has the address.
 */
export function endPasskeys(ctx: Ctx, email: string): EndedPasskeys | undefined {
  const user = userByEmail(ctx, email)
  if (!user) return undefined
  const { userId, passwordHash } = user
  const ended = inTransaction(ctx.db, () => {
    const before = ctx.db.select({ second: users.secondFactor }).from(users).where(eq(users.id, userId)).get()
    const removed = removePasskeysSince(ctx, userId)
    endSessions(ctx, userId)
    mailWays(ctx, user, () => say('The person who runs the site removed your passkeys'))
    const wasRequired = before?.second ?? false
    return { passkeys: removed, wasRequired, hasPassword: passwordHash !== null }
  })
  if (ended.passkeys > 0) noteSecurity(ctx, 'passkey_removed', { userId }, { by: 'command', count: ended.passkeys })
  if (ended.wasRequired) noteSecurity(ctx, 'second_factor_off', { userId }, { by: 'command' })
  return ended
}
