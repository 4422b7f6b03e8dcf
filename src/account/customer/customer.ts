import { and, eq, sql } from 'drizzle-orm'
import { assigned, prepared, wholeRow } from '../../../db/prepared.ts'
import { customers } from '../../../db/schema/account/customer.ts'
import type { Ctx } from '../../context.ts'
import type { PaymentMode } from '../../platform/payment/mode.ts'

export type Customer = typeof customers.$inferSelect

const ofUser = prepared((db) =>
  db
    .select()
    .from(customers)
    .where(and(eq(customers.userId, sql.placeholder('userId')), eq(customers.mode, sql.placeholder('mode')))),
)

/** Undefined when the account never paid in this mode. */
export const customerIn = (ctx: Ctx, mode: PaymentMode, userId: string): Customer | undefined =>
  ofUser(ctx.db).get({ userId, mode })

const write = prepared((db) =>
  db
    .insert(customers)
    .values(wholeRow(customers))
    .onConflictDoUpdate({
      target: [customers.userId, customers.mode],
      set: { customerId: assigned('customerId'), state: assigned('state'), createdAt: assigned('createdAt') },
    }),
)

/** Forgets that a customer was requested: the processor has refused to create it. */
export function forgetAsked({ db }: Ctx, mode: PaymentMode, userId: string): void {
  const isAsked = and(eq(customers.userId, userId), eq(customers.mode, mode), eq(customers.state, 'ASKED'))
  db.delete(customers).where(isAsked).run()
}

export const writeCustomer = ({ db }: Ctx, customer: Customer): void => void write(db).run(customer)

/** An account's customer, provided that nothing has changed it. */
export const whereSame = ({ userId, mode, customerId, state }: Customer) =>
  and(
    eq(customers.userId, userId),
    eq(customers.mode, mode),
    eq(customers.customerId, customerId),
    eq(customers.state, state),
  )
