import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { changeUser, verifyArtist } from '../change-user.ts'
import { readAccountUsage } from './list-accounts.ts'
import type { AccountPatch } from './model.ts'
import type { AccountUsage } from './shape.ts'

/**
 * Frees an account from its quota, or applies it again (stored files stay), and sets whether its
 * artist is verified. Throws NOT_FOUND, and BAD_STATE for a deleted account and for the owner, who
 * is always trusted.
 */
export function changeAccount(ctx: Ctx, id: string, { trusted, verified }: AccountPatch): AccountUsage {
  const user = ctx.db.select({ role: users.role, deletedAt: users.deletedAt }).from(users).where(eq(users.id, id)).get()
  if (!user) throw notFound('account')
  if (user.deletedAt !== null) throw new AppError('BAD_STATE', say('This account was deleted.'))
  if (user.role === 'owner' && trusted === false) {
    throw new AppError('BAD_STATE', say('This account owns the site, so it is always trusted.'))
  }
  inTransaction(ctx.db, () => {
    if (trusted !== undefined) changeUser(ctx, id, { trusted })
    if (verified !== undefined) verifyArtist(ctx, id, verified)
  })
  const account = readAccountUsage(ctx, id)
  if (!account) throw notFound('account')
  return account
}
