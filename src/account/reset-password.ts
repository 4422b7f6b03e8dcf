import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { ownerOfToken, useToken } from './mailed-token.ts'
import type { ResetPassword } from './model.ts'
import { endSessions } from './session.ts'
import { confirmEmail } from './verify-email.ts'

/** Sets a new password by a mailed token, which also proves the address, and ends all sessions. Throws VALIDATION. */
export async function resetPassword(ctx: Ctx, { token, password }: ResetPassword): Promise<void> {
  // A worthless token shall not cost us a hash.
  ownerOfToken(ctx, 'reset-password', token)
  const passwordHash = await ctx.passwords.hash(password)
  ctx.db.transaction(
    () => {
      const owner = useToken(ctx, 'reset-password', token)
      ctx.db.update(users).set({ passwordHash }).where(eq(users.id, owner.userId)).run()
      confirmEmail(ctx, owner)
      endSessions(ctx, owner.userId)
    },
    { behavior: 'immediate' },
  )
}
