import { customers } from '../../../db/schema/account/customer.ts'
import type { Ctx } from '../../context.ts'
import { TryLater } from '../../platform/job/job-kind.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { customerIn, whereSame } from './customer.ts'
import { withCustomer } from './make-customer.ts'
import { deleteCustomer, findCustomers, searchCustomers } from './processor-customers.ts'

// The processor may finish a request long after we gave up on it, and its search may lag that far
// behind.
const settlesWithinMs = 3_600_000

/**
 * Deletes a deleted account's customer at the processor: the one that is known, or whatever was
 * created since one was requested and the answer was lost. An hour later, when no request can still
 * take effect, it does so again and deletes everything that a search finds, because a restored
 * older copy of the database may have forgotten some. Throws TryLater until then.
 */
export const endCustomer = (ctx: Ctx, processor: Processor, userId: string, deletedAt: number) =>
  withCustomer(ctx, userId, async () => {
    const customer = customerIn(ctx, processor.mode, userId)
    const settlesInMs = deletedAt + settlesWithinMs - ctx.now()
    const isAsked = customer?.customerId === ''
    const known = customer && !isAsked ? [customer.customerId] : []
    const made = isAsked ? await findCustomers(processor, customer) : known
    const found = settlesInMs > 0 ? [] : await searchCustomers(ctx, processor, userId)
    for (const id of new Set([...made, ...found])) await deleteCustomer(ctx, processor, id)
    if (settlesInMs > 0) throw new TryLater('More of this account may be found in an hour.', settlesInMs)
    if (customer) await ctx.jointly(() => ctx.db.delete(customers).where(whereSame(customer)).run())
  })
