import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'

/**
 * Throws UNAUTHENTICATED when an account was deleted while an upload of its was on the way: what is stored for nobody
 * would stay. Called in the transaction that stores.
 */
export function refuseGone({ db }: Ctx, userId: string): void {
  const user = db.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId)).get()
  if (user?.deletedAt === null) return
  throw new AppError('UNAUTHENTICATED', 'This account was deleted.')
}
