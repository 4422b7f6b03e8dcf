import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import type { ChangePassword } from './model.ts'
import { tryPassword } from './password-attempt.ts'
import { endSessions } from './session.ts'

/**
 * Changes the password of somebody who knows the old one, and ends the sessions of all other browsers. Throws
 * VALIDATION of `currentPassword`, BAD_STATE when the account has no password yet.
 */
export async function changePassword(ctx: Ctx, viewer: Viewer, body: ChangePassword, address: string): Promise<void> {
  const { userId, email, sessionId } = viewer
  const user = ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)).get()
  const hash = user?.hash ?? null
  if (hash === null) {
    const hint = 'Ask for a link to set one, as if you had forgotten it.'
    throw new AppError('BAD_STATE', 'This account has no password yet.', { hint })
  }
  if (!(await tryPassword(ctx, { email, address, password: body.currentPassword, hash }))) {
    throw invalid('currentPassword', 'This is not your current password.')
  }
  const passwordHash = await ctx.passwords.hash(body.password)
  ctx.db.transaction(() => {
    ctx.db.update(users).set({ passwordHash }).where(eq(users.id, userId)).run()
    endSessions(ctx, userId, sessionId)
  })
}
