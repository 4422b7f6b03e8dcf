import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { mayHaveTakenEffect } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { customerIn } from './customer.ts'
import { customerDueJob } from './customer-due.ts'
import { makeCustomer, type Payer } from './make-customer.ts'

/**
 * Returns the id of an account's customer for its payments, which is made at the first one;
 * undefined when there is none now: no payment fails over it (rule: customers). `missing` is the id
 * of one that the processor does not know any more.
 */
export async function customerOf(
  ctx: Ctx,
  processor: Processor,
  payer: Payer,
  missing?: string,
): Promise<string | undefined> {
  const { userId } = payer
  // Nobody knows whether it was made when its answer was lost: a job looks and makes it, and payers do not wait for that.
  const leaveToJob = () => ctx.jobs.add(customerDueJob, { userId }, { key: userId })
  const known = customerIn(ctx, processor.mode, userId)
  const isKnown = known && known.state !== 'ASKED' && known.customerId !== missing
  if (!isKnown && ctx.jobs.find(customerDueJob, userId)) return void leaveToJob()
  try {
    const customer = isKnown ? known : await makeCustomer(ctx, processor, payer, missing)
    return customer?.state === 'ENDED' ? undefined : customer?.customerId
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (mayHaveTakenEffect(error)) leaveToJob()
    return undefined
  }
}
