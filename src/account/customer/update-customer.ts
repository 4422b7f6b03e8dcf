import { and, eq, sql } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import { customers } from '../../../db/schema/account/customer.ts'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { GiveUp } from '../../platform/job/job-kind.ts'
import { customerDueJob } from '../../platform/job/job-kinds.ts'
import { isRefused, requireProcessor } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { type Customer, customerIn, whereSame } from './customer.ts'
import { endCustomer } from './end-customer.ts'
import { recoverCustomer } from './make-customer.ts'
import { updateCustomerEmail } from './processor-customers.ts'
import { processorEmail } from './processor-email.ts'

const mostAtStart = 1_000

/**
 * Brings an account's customer at the processor up to date: updates its email address, creates it
 * if that was not finished, deletes it after the account is deleted. A customer of another mode
 * waits for that mode.
 */
export const updateCustomerJob = defineJob(customerDueJob.kind, {
  payload: customerDueJob.payload,
  concurrency: 1,
  maxAttempts: 20,
  isEnabled: ({ processor }) => processor !== undefined,
  atStart(ctx) {
    const isDue = and(eq(customers.mode, ctx.config.paymentMode), sql`${customers.state} <> 'CURRENT'`)
    const due = ctx.db.select({ userId: customers.userId }).from(customers).where(isDue).limit(mostAtStart).all()
    for (const { userId } of due) ctx.jobs.add(customerDueJob, { userId }, { key: userId })
  },
  run: async (ctx, { userId }) => {
    const processor = requireProcessor(ctx)
    try {
      await bringUpToDate(ctx, processor, userId)
    } catch (error) {
      if (isRefused(error)) throw new GiveUp('The processor refuses this customer.')
      throw error
    }
  },
})

async function bringUpToDate(ctx: Ctx, processor: Processor, userId: string): Promise<void> {
  const customer = customerIn(ctx, processor.mode, userId)
  const user = ctx.db
    .select({ email: users.email, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  if (!user) return
  if (user.deletedAt !== null) return endCustomer(ctx, processor, userId, user.deletedAt)
  if (customer?.state === 'ASKED') return recoverCustomer(ctx, processor, { userId, email: user.email })
  if (customer) await tellEmail(ctx, processor, customer, user.email)
}

async function tellEmail(ctx: Ctx, processor: Processor, customer: Customer, email: string | null): Promise<void> {
  await updateCustomerEmail(ctx, processor, customer.customerId, processorEmail(email) ?? '')
  await ctx.jointly(() => ctx.db.update(customers).set({ state: 'CURRENT' }).where(whereSame(customer)).run())
}
