import type { Ctx } from '../../context.ts'
import { answerFor, askProcessor, isMissing } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { ProcessorRefusal } from '../../platform/payment/refusal.ts'
import type { Customer } from './customer.ts'

// How far the processor's clock may be behind ours.
const clocksDifferMs = 300_000

/**
 * Returns the ids of the customers that were created for an account since one was requested. Reads
 * the list of all customers created since then, because that list is complete at once and in every
 * country. Stripe's search may be an hour behind and is refused in India, and the email address may
 * have changed. https://docs.stripe.com/search
 */
export async function findCustomers({ stripe }: Processor, { userId, createdAt }: Customer): Promise<string[]> {
  const created = { gte: Math.floor((createdAt - clocksDifferMs) / 1000) }
  const found: string[] = []
  for await (const { id, metadata } of stripe.customers.list({ created, limit: 100 })) {
    if (metadata.userId === userId) found.push(id)
  }
  return found
}

/**
 * Returns the ids of all of an account's customers that Stripe's search finds, as of a minute ago;
 * none where search is refused. They may have been deleted since.
 */
export async function searchCustomers(ctx: Ctx, { stripe }: Processor, userId: string): Promise<string[]> {
  const found: string[] = []
  try {
    for await (const { id, metadata } of stripe.customers.search({
      query: `metadata['userId']:'${userId}'`,
      limit: 100,
    })) {
      // The search ignores case.
      if (metadata.userId === userId) found.push(id)
    }
  } catch (error) {
    const answer = answerFor(error)
    if (!(answer instanceof ProcessorRefusal)) throw error
    ctx.log.warn('processor does not search', answer.reason)
  }
  return found
}

export const updateCustomerEmail = (ctx: Ctx, processor: Processor, customerId: string, email: string) =>
  unlessMissing(
    askProcessor(ctx, processor, ({ customers }, options) => customers.update(customerId, { email }, options)),
  )

export const deleteCustomer = (ctx: Ctx, processor: Processor, customerId: string) =>
  unlessMissing(askProcessor(ctx, processor, ({ customers }, options) => customers.del(customerId, {}, options)))

/**
 * A customer that somebody deleted by hand at the processor needs nothing: the next payment creates
 * another.
 */
async function unlessMissing(done: Promise<unknown>): Promise<void> {
  try {
    await done
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
