import { and, eq } from 'drizzle-orm'
import { customers } from '../../../db/schema/account/customer.ts'
import type { Ctx } from '../../context.ts'
import { customerDueJob } from '../../platform/job/job-kinds.ts'
import type { PaymentMode } from '../../platform/payment/mode.ts'
import { customerIn } from './customer.ts'
import { saveCustomer } from './make-customer.ts'

/** Queues sending the new email address to the processor. Called in the change's transaction. */
export function noteNewEmail(ctx: Ctx, userId: string): void {
  const isCurrent = and(eq(customers.userId, userId), eq(customers.state, 'CURRENT'))
  ctx.db.update(customers).set({ state: 'CHANGED' }).where(isCurrent).run()
  if (customerIn(ctx, ctx.config.paymentMode, userId)) ctx.jobs.add(customerDueJob, { userId })
}

/**
 * Queues deleting an account's customers at the processor. Called in the transaction of the
 * account's own deletion.
 */
export function endCustomers(ctx: Ctx, userId: string): void {
  ctx.db.update(customers).set({ state: 'ENDED' }).where(eq(customers.userId, userId)).run()
  if (ctx.processor) ctx.jobs.add(customerDueJob, { userId })
}

/**
 * Stores the customer of a payment again after a restored older copy of the database has lost it;
 * its email address may be outdated. Called in a transaction.
 */
export function restoreCustomer(ctx: Ctx, mode: PaymentMode, userId: string, customerId: string): void {
  const known = customerIn(ctx, mode, userId)
  if (!known || known.state === 'ASKED') saveCustomer(ctx, mode, userId, customerId, undefined)
}
