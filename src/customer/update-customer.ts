import { and, eq, sql } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import { customers } from '../../db/schema/customer.ts'
import type { Ctx } from '../context.ts'
import { defineJob, GiveUp } from '../job/define-job.ts'
import { askProcessor, isMissing, isRefused, requireProcessor } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { type Customer, customerIn } from './customer.ts'
import { customerDueJob } from './customer-due.ts'
import { makeCustomer } from './make-customer.ts'
import { toldEmail } from './told-email.ts'

const mostAtStart = 1_000

/**
 * Makes an account's customer at the processor what it should be: tells its email address, makes it where that is not
 * done, deletes it after the account is deleted. What another mode has waits for that mode.
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
      await updateCustomer(ctx, processor, userId)
    } catch (error) {
      if (isRefused(error)) throw new GiveUp('The processor refuses this customer.')
      throw error
    }
  },
})

async function updateCustomer(ctx: Ctx, processor: Processor, userId: string): Promise<void> {
  const customer = customerIn(ctx, processor.mode, userId)
  if (customer?.state === 'ENDED') return deleteCustomer(ctx, processor, customer)
  const user = ctx.db
    .select({ email: users.email, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  if (!user || user.deletedAt !== null) return
  if (customer && customer.state !== 'ASKED') return tellEmail(ctx, processor, customer, user.email)
  await makeCustomer(ctx, processor, { userId, email: user.email })
}

const whereSame = ({ userId, mode, customerId, state }: Customer) =>
  and(
    eq(customers.userId, userId),
    eq(customers.mode, mode),
    eq(customers.customerId, customerId),
    eq(customers.state, state),
  )

async function tellEmail(ctx: Ctx, processor: Processor, customer: Customer, email: string | null): Promise<void> {
  const { customerId } = customer
  const told = toldEmail(email) ?? ''
  await unlessMissing(
    askProcessor(ctx, processor, (stripe, options) => stripe.customers.update(customerId, { email: told }, options)),
  )
  await ctx.jointly(() => ctx.db.update(customers).set({ state: 'CURRENT' }).where(whereSame(customer)).run())
}

async function deleteCustomer(ctx: Ctx, processor: Processor, customer: Customer): Promise<void> {
  const { customerId } = customer
  const ask = () => askProcessor(ctx, processor, (stripe, options) => stripe.customers.del(customerId, {}, options))
  if (customerId !== '') await unlessMissing(ask())
  await ctx.jointly(() => ctx.db.delete(customers).where(whereSame(customer)).run())
}

/** What somebody deleted at the processor by hand needs nothing: the next payment makes another. */
async function unlessMissing(done: Promise<unknown>): Promise<void> {
  try {
    await done
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
