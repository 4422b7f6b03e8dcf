import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { changeUser } from '../change-user.ts'
import { endAddressChanges } from '../email/former-address.ts'
import { requireSession } from '../session/require-session.ts'
import { type Client, endSessions, endStreams } from '../session/session.ts'
import { endResetLinks } from './forgot-password.ts'
import type { ChangePassword } from './model.ts'
import { passwordsOf } from './password.ts'
import { sessionBuckets, tryPassword } from './password-attempt.ts'
import { mailPasswordChanged } from './password-email.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

/**
 * Changes the password of a user who knows the old one. Ends the sessions of all other browsers and
 * the links that were emailed to set another one. Throws VALIDATION for `currentPassword` and
 * `password`, BAD_STATE when the account has no password yet.
 */
export async function changePassword(ctx: Ctx, viewer: Viewer, body: ChangePassword, client: Client): Promise<void> {
  const { userId, email, handle, displayName, sessionId } = viewer
  const { address, userAgent } = client
  const user = ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)).get()
  const hash = user?.hash ?? null
  if (hash === null) {
    const hint = say('Use “Forgot password?” to set one.')
    throw new AppError('BAD_STATE', say('This account has no password yet.'), { hint })
  }
  const attempt = { ...sessionBuckets(sessionId), password: body.currentPassword, hash, userId, client }
  if (!(await tryPassword(ctx, attempt))) {
    noteSecurity(ctx, 'password_change_failed', { userId, address, userAgent })
    throw invalid('currentPassword', say('This is not your current password.'))
  }
  await refuseWeakPassword(ctx, body.password, { email, handle, displayName })
  const passwordHash = await passwordsOf(ctx).hash(body.password, true)
  const ended = inTransaction(ctx.db, () => {
    requireSession(ctx, viewer)
    changeUser(ctx, userId, { passwordHash })
    endAddressChanges(ctx, userId)
    endResetLinks(ctx, viewer)
    mailPasswordChanged(ctx, { userId, email, how: 'changed' })
    return endSessions(ctx, userId, sessionId)
  })
  endStreams(ctx, ended)
  noteSecurity(ctx, 'password_changed', { userId, address, userAgent })
}
