import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { readAccountUsage } from './list-accounts.ts'
import type { AccountUsage } from './model.ts'

/**
 * Frees an account from its quota, or applies it again; stored files stay. Throws NOT_FOUND, and BAD_STATE for the
 * owner, who is always trusted.
 */
export function trustAccount(ctx: Ctx, id: string, trusted: boolean): AccountUsage {
  const user = ctx.db.select({ role: users.role }).from(users).where(eq(users.id, id)).get()
  if (!user) throw notFound('account')
  if (user.role === 'owner' && !trusted) {
    throw new AppError('BAD_STATE', 'This account owns the site, so it is always trusted.')
  }
  ctx.db.update(users).set({ trusted }).where(eq(users.id, id)).run()
  const account = readAccountUsage(ctx, id)
  if (!account) throw notFound('account')
  return account
}
