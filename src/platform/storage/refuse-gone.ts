import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { accountExists } from './account-exists.ts'

/**
 * Throws UNAUTHENTICATED when an account was deleted during its upload: files stored for nobody
 * would stay. Called in the transaction that stores.
 */
export function refuseGone(ctx: Ctx, userId: string): void {
  if (accountExists(ctx, userId)) return
  throw new AppError('UNAUTHENTICATED', 'This account was deleted.')
}
