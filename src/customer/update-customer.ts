import { and, eq, sql } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import { customers } from '../../db/schema/customer.ts'
import type { Ctx } from '../context.ts'
import { defineJob, GiveUp, TryLater } from '../job/define-job.ts'
import { isRefused, requireProcessor } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { type Customer, customerIn } from './customer.ts'
import { customerDueJob } from './customer-due.ts'
import { recoverCustomer, withCustomer } from './make-customer.ts'
import { deleteCustomer, findCustomers, tellCustomer } from './processor-customers.ts'
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
  const user = ctx.db
    .select({ email: users.email, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  if (!customer || !user) return
  if (customer.state === 'ASKED') await recoverCustomer(ctx, processor, { userId, email: user.email })
  else if (customer.state === 'ENDED') await endCustomer(ctx, processor, userId, user.deletedAt ?? ctx.now())
  else await tellEmail(ctx, processor, customer, user.email)
}

const whereSame = ({ userId, mode, customerId, state }: Customer) =>
  and(
    eq(customers.userId, userId),
    eq(customers.mode, mode),
    eq(customers.customerId, customerId),
    eq(customers.state, state),
  )

async function tellEmail(ctx: Ctx, processor: Processor, customer: Customer, email: string | null): Promise<void> {
  await tellCustomer(ctx, processor, customer.customerId, toldEmail(email) ?? '')
  await ctx.jointly(() => ctx.db.update(customers).set({ state: 'CURRENT' }).where(whereSame(customer)).run())
}

// What nobody waits for any more may be made all the same, a while later.
const settlesWithinMs = 3_600_000

/**
 * Deletes at the processor what a deleted account is there. One that was asked for, and whose answer was lost, is looked
 * for, and once more when nothing can come of the asking any more. Throws TryLater until then.
 */
const endCustomer = (ctx: Ctx, processor: Processor, userId: string, deletedAt: number) =>
  withCustomer(ctx, userId, async () => {
    const customer = customerIn(ctx, processor.mode, userId)
    if (customer?.state !== 'ENDED') return
    const isKnown = customer.customerId !== ''
    const settlesInMs = isKnown ? 0 : deletedAt + settlesWithinMs - ctx.now()
    const made = isKnown ? [customer.customerId] : await findCustomers(processor, customer)
    for (const customerId of made) await deleteCustomer(ctx, processor, customerId)
    if (settlesInMs > 0) throw new TryLater('What was asked for may still be made.', settlesInMs)
    await ctx.jointly(() => ctx.db.delete(customers).where(whereSame(customer)).run())
  })
