import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { GiveUp } from '../../platform/job/job-kind.ts'
import { askProcessor, isOutOfReach, isRefused, requireProcessor } from '../../platform/payment/ask-processor.ts'

/** Closes an account at the processor that another one has replaced. */
export const closeAccountJob = defineJob('close-account', {
  payload: t.Object({ accountId: t.String() }),
  concurrency: 1,
  maxAttempts: 20,
  run: (ctx, { accountId }) => closeAccount(ctx, accountId),
})

async function closeAccount(ctx: Ctx, accountId: string): Promise<void> {
  const processor = requireProcessor(ctx)
  try {
    await askProcessor(ctx, processor, (stripe, options) =>
      stripe.v2.core.accounts.close(accountId, { applied_configurations: ['recipient'] }, options),
    )
  } catch (error) {
    if (isOutOfReach(error)) return
    if (!isRefused(error)) throw error
    throw new GiveUp('The processor does not close this account.')
  }
}
