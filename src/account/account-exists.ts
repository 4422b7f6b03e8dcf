import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'

const account = prepared((db) =>
  db
    .select({ deletedAt: users.deletedAt, role: users.role, helps: users.helperRole, trusted: users.trusted })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
)

export const accountExists = ({ db }: Ctx, userId: string): boolean => account(db).get({ userId })?.deletedAt === null

/** Returns whether an account owns the site or helps at its desk; null for all others. */
export function standingOf({ db }: Ctx, userId: string): 'owner' | 'helper' | null {
  const found = account(db).get({ userId })
  if (found?.role === 'owner') return 'owner'
  return found?.helps ? 'helper' : null
}

/** Whether an account may store as much as it likes: the owner of the instance, and the trusted. */
export function hasNoQuota({ db }: Ctx, userId: string): boolean {
  const found = account(db).get({ userId })
  return found !== undefined && (found.role === 'owner' || found.trusted)
}
