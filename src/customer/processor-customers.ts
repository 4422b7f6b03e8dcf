import type { Ctx } from '../context.ts'
import { askProcessor, isMissing } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import type { Customer } from './customer.ts'

// How far the processor's clock may be behind ours.
const clocksDifferMs = 300_000

/**
 * Returns the ids of the customers that were made of an account since it was asked for. Reads the list of all that were
 * made since then: it is complete at once and in every country, while Stripe's search may be an hour behind and is refused
 * in India, and the email address may be another by now. https://docs.stripe.com/search
 */
export async function findCustomers({ stripe }: Processor, { userId, createdAt }: Customer): Promise<string[]> {
  const created = { gte: Math.floor((createdAt - clocksDifferMs) / 1000) }
  const found: string[] = []
  for await (const { id, metadata } of stripe.customers.list({ created, limit: 100 })) {
    if (metadata.userId === userId) found.push(id)
  }
  return found
}

/** Tells the processor the email address of a customer. */
export const tellCustomer = (ctx: Ctx, processor: Processor, customerId: string, email: string) =>
  unlessMissing(
    askProcessor(ctx, processor, ({ customers }, options) => customers.update(customerId, { email }, options)),
  )

/** Deletes a customer at the processor. */
export const deleteCustomer = (ctx: Ctx, processor: Processor, customerId: string) =>
  unlessMissing(askProcessor(ctx, processor, ({ customers }, options) => customers.del(customerId, {}, options)))

/** What somebody deleted at the processor by hand needs nothing: the next payment makes another. */
async function unlessMissing(done: Promise<unknown>): Promise<void> {
  try {
    await done
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
