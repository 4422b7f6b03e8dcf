import { customers } from '../../db/schema/customer.ts'
import type { Ctx } from '../context.ts'
import { TryLater } from '../job/define-job.ts'
import type { Processor } from '../payment/processor.ts'
import { customerIn, whereSame } from './customer.ts'
import { withCustomer } from './make-customer.ts'
import { deleteCustomer, findCustomers, searchCustomers } from './processor-customers.ts'

// What nobody waits for any more may be made all the same, a while later.
const settlesWithinMs = 3_600_000

/**
 * Deletes at the processor what a deleted account is there. One that was asked for, and whose answer was lost, is looked
 * for, and once more when nothing can come of the asking any more. At last all is deleted that a search finds: a restored
 * older copy of the database may have forgotten some. Throws TryLater until then.
 */
export const endCustomer = (ctx: Ctx, processor: Processor, userId: string, deletedAt: number) =>
  withCustomer(ctx, userId, async () => {
    const customer = customerIn(ctx, processor.mode, userId)
    if (customer) {
      const isAsked = customer.customerId === ''
      const settlesInMs = isAsked ? deletedAt + settlesWithinMs - ctx.now() : 0
      await deleteAll(isAsked ? await findCustomers(processor, customer) : [customer.customerId])
      if (settlesInMs > 0) throw new TryLater('What was asked for may still be made.', settlesInMs)
    }
    await deleteAll(await searchCustomers(ctx, processor, userId))
    if (customer) await ctx.jointly(() => ctx.db.delete(customers).where(whereSame(customer)).run())

    async function deleteAll(ids: readonly string[]) {
      for (const id of ids) await deleteCustomer(ctx, processor, id)
    }
  })
