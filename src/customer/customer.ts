import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { users } from '../../db/schema/account.ts'
import { customers } from '../../db/schema/customer.ts'
import type { Ctx } from '../context.ts'
import type { PaymentMode } from '../payment/mode.ts'

/** An account as the processor knows it. */
export type Customer = typeof customers.$inferSelect

const ofUser = prepared((db) =>
  db
    .select()
    .from(customers)
    .where(and(eq(customers.userId, sql.placeholder('userId')), eq(customers.mode, sql.placeholder('mode'))))
    .prepare(),
)

/** Returns an account's customer at the processor; undefined when it never paid in this mode. */
export const customerIn = (ctx: Ctx, mode: PaymentMode, userId: string): Customer | undefined =>
  ofUser(ctx.db).get({ userId, mode })

/** Whether an account is there and not deleted. */
export const isHere = ({ db }: Ctx, userId: string): boolean =>
  db.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId)).get()?.deletedAt === null
