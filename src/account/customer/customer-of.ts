import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { customerDueJob } from '../../platform/job/job-kinds.ts'
import { mayHaveTakenEffect } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { customerIn } from './customer.ts'
import { makeCustomer, type Payer } from './make-customer.ts'

/**
 * Returns the id of an account's customer for its payments, creating it at the first payment.
 * Undefined when there is none at the moment: a payment never fails for that reason
 * (rule: customers). `missing` is the id of a customer that no longer exists at the processor.
 */
export async function customerOf(
  ctx: Ctx,
  processor: Processor,
  payer: Payer,
  missing?: string,
): Promise<string | undefined> {
  const { userId } = payer
  // When the answer was lost, nobody knows whether the customer was created. A job finds out, and
  // payers do not wait for it.
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
