import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { sellerAccounts } from '../../../../db/schema/books/seller.ts'
import type { Ctx } from '../../../context.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { GiveUp } from '../../../platform/job/job-kind.ts'
import { askProcessor, isOutOfReach, isRefused, requireProcessor } from '../../../platform/payment/ask-processor.ts'
import { readOwedTo } from '../../ledger/read-owed.ts'

/** Closes an account at the processor that another one has replaced. */
export const closeAccountJob = defineJob('close-account', {
  payload: t.Object({ accountId: t.String() }),
  concurrency: 1,
  maxAttempts: 20,
  run: (ctx, { accountId }) => closeAccount(ctx, accountId),
})

/**
 * Closes connected accounts of a deleted person that are owed nothing. The others stay open until
 * the money has been sent, or has gone to somebody else.
 */
export function closeAccounts(ctx: Ctx, artistId: string): void {
  const all = ctx.db.select().from(sellerAccounts).where(eq(sellerAccounts.artistId, artistId)).all()
  for (const { accountId, mode } of all) {
    if (mode !== ctx.processor?.mode || readOwedTo(ctx, artistId, mode).length > 0) continue
    ctx.jobs.add(closeAccountJob, { accountId }, { key: accountId })
  }
}

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
