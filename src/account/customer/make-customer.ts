import type Stripe from 'stripe'
import { partsBy } from '../../../db/prepared.ts'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { customerDueJob } from '../../platform/job/job-kinds.ts'
import {
  type Ask,
  glanceAtProcessor,
  mayHaveTakenEffect,
  ProcessorFault,
} from '../../platform/payment/ask-processor.ts'
import type { PaymentMode } from '../../platform/payment/mode.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { accountExists } from '../account-exists.ts'
import { type Customer, customerIn, forgetAsked, writeCustomer } from './customer.ts'
import { deleteCustomer, findCustomers } from './processor-customers.ts'
import { processorEmail } from './processor-email.ts'

const account = partsBy(users, ['email', 'deletedAt'], 'id')

export type Payer = { userId: string; email: string | null }

/** Runs a function on an account's customer while nothing else works on it. */
export const withCustomer = <T>(ctx: Ctx, userId: string, act: () => Promise<T>): Promise<T> =>
  paymentLock(ctx)(`customer ${userId}`, act)

/**
 * Returns an account's customer at the processor and creates it once, however often it is
 * requested: the request is stored before it is sent. `missing` is the id of a customer that no
 * longer exists, in place of which another is created. Returns undefined for a deleted account.
 * Takes a few seconds at most, since payers wait for it. Throws ProcessorRefusal, and
 * ProcessorFault when nobody knows whether the customer was created.
 */
export const makeCustomer = (ctx: Ctx, processor: Processor, payer: Payer, missing?: string) =>
  withCustomer(ctx, payer.userId, async () => {
    const { mode } = processor
    const { userId } = payer
    const known = customerIn(ctx, mode, userId)
    if (known?.state === 'ASKED') throw new ProcessorFault(false)
    if (known && known.customerId !== missing) return known
    if (!(await ctx.jointly(() => noteAsked(ctx, mode, userId)))) return undefined
    // The processor repeats its answer to a key for a day, even if what it created has been deleted
    // since.
    const key = [keyOf(userId), ...(missing === undefined ? [] : [missing])].join('-')
    try {
      const { id } = await glanceAtProcessor(ctx, processor, createOf(payer), key)
      return await ctx.jointly(() => saveCustomer(ctx, mode, userId, id, payer.email))
    } catch (error) {
      if (!mayHaveTakenEffect(error)) await ctx.jointly(() => forgetAsked(ctx, mode, userId))
      throw error
    }
  })

/**
 * Returns the customer whose creation was asked for when the answer was lost, or creates it. Throws
 * ProcessorFault and ProcessorRefusal.
 */
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
    await ctx.jointly(() => saveCustomer(ctx, mode, userId, id, told))
  })

/** Returns false for an account that was deleted meanwhile. Called in a transaction. */
function noteAsked(ctx: Ctx, mode: PaymentMode, userId: string): boolean {
  if (!accountExists(ctx, userId)) return false
  writeCustomer(ctx, { mode, userId, customerId: '', state: 'ASKED', createdAt: ctx.now() })
  return true
}

const keyOf = (userId: string) => `customer-${userId}`

function createOf({ userId, email }: Payer): Ask<Stripe.Customer> {
  const told = processorEmail(email)
  const params = { ...(told === undefined ? {} : { email: told }), metadata: { userId } }
  return (stripe, options) => stripe.customers.create(params, options)
}

async function createSurely(ctx: Ctx, processor: Processor, payer: Payer): Promise<string> {
  const [create, key] = [createOf(payer), keyOf(payer.userId)]
  try {
    return (await glanceAtProcessor(ctx, processor, create, key)).id
  } catch (error) {
    // For a day the processor repeats its answer to this key, and refuses the key with another
    // email address.
    if (!mayHaveTakenEffect(error) || (error instanceof ProcessorFault && !error.isAnswered)) throw error
    return (await glanceAtProcessor(ctx, processor, create, `${key}-${ctx.uuid()}`)).id
  }
}

/**
 * Stores an account's customer. `told` is the email address it was created with, undefined where
 * nobody knows. The account may have another address by now, or may have been deleted. Called in a
 * transaction.
 */
export function saveCustomer(
  ctx: Ctx,
  mode: PaymentMode,
  userId: string,
  customerId: string,
  told: string | null | undefined,
): Customer {
  const user = account(ctx.db).get({ id: userId })
  const kept = user?.email === told ? 'CURRENT' : 'CHANGED'
  const state = user?.deletedAt === null ? kept : 'ENDED'
  const row = { mode, userId, customerId, state, createdAt: ctx.now() } as const
  writeCustomer(ctx, row)
  if (state !== 'CURRENT') ctx.jobs.add(customerDueJob, { userId })
  return row
}
