import type Stripe from 'stripe'
import { isHere } from '../access/is-here.ts'
import type { Ctx } from '../context.ts'
import { type Ask, glanceAtProcessor, ProcessorFault } from '../payment/ask-processor.ts'
import type { PaymentMode } from '../payment/mode.ts'
import type { Processor } from '../payment/processor.ts'
import { type Customer, customerIn, writeCustomer } from './customer.ts'
import { customerDueJob } from './customer-due.ts'
import { toldEmail } from './told-email.ts'

/** The account that pays. */
export type Payer = { userId: string; email: string | null }

/**
 * Returns an account's customer at the processor, and makes it once, however often it is asked for: that it is asked for is
 * written down before, and after a lost answer or a crash what may have been made is looked for. `missing` is the id of
 * one that is not there any more, in place of which another is made. Takes a few seconds at most, since payers wait for
 * it. Throws ProcessorFault and ProcessorRefusal.
 */
export function makeCustomer(ctx: Ctx, processor: Processor, payer: Payer, missing?: string): Promise<Customer> {
  const { userId, email } = payer
  return ctx.paymentLock(`customer ${userId}`, async () => {
    const { mode } = processor
    const known = customerIn(ctx, mode, userId)
    if (known && known.state !== 'ASKED' && known.customerId !== missing) return known
    const looks = known?.state === 'ASKED'
    const asked = { mode, userId, customerId: '', state: 'ASKED', createdAt: ctx.now() } as const
    if (!looks) await ctx.jointly(() => writeCustomer(ctx, asked))
    const told = toldEmail(email)
    const params = { ...(told === undefined ? {} : { email: told }), metadata: { userId } }
    // The processor repeats its answer to a key for a day, also when what it made has been deleted since.
    const key = ['customer', userId, ...(missing === undefined ? [] : [missing])].join('-')
    const create: Ask<Stripe.Customer> = (stripe, options) => stripe.customers.create(params, options)
    const made = looks
      ? ((await find(ctx, processor, userId, told)) ?? (await createSurely(ctx, processor, create, key)))
      : await glanceAtProcessor(ctx, processor, create, key)
    return ctx.jointly(() => keepCustomer(ctx, mode, userId, made.id))
  })
}

const mostListed = 100

async function find(ctx: Ctx, processor: Processor, userId: string, email: string | undefined) {
  if (email === undefined) return undefined
  const list: Ask<Stripe.ApiList<Stripe.Customer>> = (stripe, options) =>
    stripe.customers.list({ email, limit: mostListed }, options)
  const { data } = await glanceAtProcessor(ctx, processor, list)
  return data.find(({ metadata }) => metadata.userId === userId)
}

async function createSurely(ctx: Ctx, processor: Processor, create: Ask<Stripe.Customer>, key: string) {
  try {
    return await glanceAtProcessor(ctx, processor, create, key)
  } catch (error) {
    // A fault that it answered is repeated to this key for a day.
    if (!(error instanceof ProcessorFault && error.isAnswered)) throw error
    return glanceAtProcessor(ctx, processor, create, `${key}-${ctx.uuid()}`)
  }
}

/** Writes an account's customer down; the account may have been deleted meanwhile. Called in a transaction. */
export function keepCustomer(ctx: Ctx, mode: PaymentMode, userId: string, customerId: string, isTold = true): Customer {
  const now = isTold ? 'CURRENT' : 'CHANGED'
  const state = isHere(ctx, userId) ? now : 'ENDED'
  const row = { mode, userId, customerId, state, createdAt: ctx.now() } as const
  writeCustomer(ctx, row)
  if (state !== 'CURRENT') ctx.jobs.add(customerDueJob, { userId })
  return row
}
