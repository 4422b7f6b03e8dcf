import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { prepared } from '../../../db/prepared.ts'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import {
  type Ask,
  glanceAtProcessor,
  mayHaveTakenEffect,
  ProcessorFault,
} from '../../platform/payment/ask-processor.ts'
import type { PaymentMode } from '../../platform/payment/mode.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { isHere } from '../../platform/storage/is-here.ts'
import { type Customer, customerIn, forgetAsked, writeCustomer } from './customer.ts'
import { customerDueJob } from './customer-due.ts'
import { deleteCustomer, findCustomers } from './processor-customers.ts'
import { toldEmail } from './told-email.ts'

const account = prepared((db) =>
  db
    .select({ email: users.email, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
)

/** The account that pays. */
export type Payer = { userId: string; email: string | null }

/** Does something with an account's customer, when nothing else is done with it. */
export const withCustomer = <T>(ctx: Ctx, userId: string, act: () => Promise<T>): Promise<T> =>
  paymentLock(ctx)(`customer ${userId}`, act)

/**
 * Returns an account's customer at the processor, and makes it once, however often it is asked for: that it is asked for is
 * written down before. `missing` is the id of one that is not there any more, in place of which another is made. Returns
 * undefined for a deleted account. Takes a few seconds at most, since payers wait for it. Throws ProcessorRefusal, and
 * ProcessorFault when nobody knows whether it was made.
 */
export const makeCustomer = (ctx: Ctx, processor: Processor, payer: Payer, missing?: string) =>
  withCustomer(ctx, payer.userId, async () => {
    const { mode } = processor
    const { userId } = payer
    const known = customerIn(ctx, mode, userId)
    if (known?.state === 'ASKED') throw new ProcessorFault(false)
    if (known && known.customerId !== missing) return known
    if (!(await ctx.jointly(() => noteAsked(ctx, mode, userId)))) return undefined
    // The processor repeats its answer to a key for a day, also when what it made has been deleted since.
    const key = [keyOf(userId), ...(missing === undefined ? [] : [missing])].join('-')
    try {
      const { id } = await glanceAtProcessor(ctx, processor, createOf(payer), key)
      return await ctx.jointly(() => keepCustomer(ctx, mode, userId, id, payer.email))
    } catch (error) {
      if (!mayHaveTakenEffect(error)) await ctx.jointly(() => forgetAsked(ctx, mode, userId))
      throw error
    }
  })

/** Finds or makes the customer that was asked for when the answer was lost. Throws ProcessorFault and ProcessorRefusal. */
export const recoverCustomer = (ctx: Ctx, processor: Processor, payer: Payer) =>
  withCustomer(ctx, payer.userId, async () => {
    const { mode } = processor
    const { userId } = payer
    const known = customerIn(ctx, mode, userId)
    if (known?.state !== 'ASKED') return
    const [found, ...others] = await findCustomers(processor, known)
    const told = found === undefined ? payer.email : undefined
    const id = found ?? (await createSurely(ctx, processor, payer))
    for (const other of others) await deleteCustomer(ctx, processor, other)
    await ctx.jointly(() => keepCustomer(ctx, mode, userId, id, told))
  })

/** Returns whether it may be asked for: not for an account that was deleted meanwhile. Called in a transaction. */
function noteAsked(ctx: Ctx, mode: PaymentMode, userId: string): boolean {
  if (!isHere(ctx, userId)) return false
  writeCustomer(ctx, { mode, userId, customerId: '', state: 'ASKED', createdAt: ctx.now() })
  return true
}

const keyOf = (userId: string) => `customer-${userId}`

function createOf({ userId, email }: Payer): Ask<Stripe.Customer> {
  const told = toldEmail(email)
  const params = { ...(told === undefined ? {} : { email: told }), metadata: { userId } }
  return (stripe, options) => stripe.customers.create(params, options)
}

async function createSurely(ctx: Ctx, processor: Processor, payer: Payer): Promise<string> {
  const [create, key] = [createOf(payer), keyOf(payer.userId)]
  try {
    return (await glanceAtProcessor(ctx, processor, create, key)).id
  } catch (error) {
    // What it answered is repeated to this key for a day, and so is that it was sent with another email address.
    if (!mayHaveTakenEffect(error) || (error instanceof ProcessorFault && !error.isAnswered)) throw error
    return (await glanceAtProcessor(ctx, processor, create, `${key}-${ctx.uuid()}`)).id
  }
}

/**
 * Writes an account's customer down. `told` is the email address that it was made with, undefined where nobody knows. The
 * account may have another one by now, or have been deleted. Called in a transaction.
 */
export function keepCustomer(
  ctx: Ctx,
  mode: PaymentMode,
  userId: string,
  customerId: string,
  told: string | null | undefined,
): Customer {
  const user = account(ctx.db).get({ userId })
  const kept = user?.email === told ? 'CURRENT' : 'CHANGED'
  const state = user?.deletedAt === null ? kept : 'ENDED'
  const row = { mode, userId, customerId, state, createdAt: ctx.now() } as const
  writeCustomer(ctx, row)
  if (state !== 'CURRENT') ctx.jobs.add(customerDueJob, { userId })
  return row
}
