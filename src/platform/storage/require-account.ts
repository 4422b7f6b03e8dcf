import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { accountsOf } from '../http/session/accounts.ts'

/**
 * Throws UNAUTHENTICATED when an account was deleted during its upload: files stored for nobody
 * would stay. Called in the transaction that stores.
 */
export function requireAccount(ctx: Ctx, userId: string): void {
  if (accountsOf(ctx).exists(ctx, userId)) return
  throw new AppError('UNAUTHENTICATED', say('This account was deleted.'))
}
