import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'

const account = prepared((db) =>
  db
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
)

/** Whether an account exists and is not deleted. */
export const accountExists = ({ db }: Ctx, userId: string): boolean => account(db).get({ userId })?.deletedAt === null
