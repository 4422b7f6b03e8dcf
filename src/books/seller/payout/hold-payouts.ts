import { Type as t } from '@sinclair/typebox'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { artists } from '../../../../db/schema/account/account.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../../db/schema/books/ledger.ts'
import type { Ctx } from '../../../context.ts'
import { uuidFloor } from '../../../lib/hash/uuid.ts'
import { dayAt, dayMs, hourMs } from '../../../lib/time/calendar.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { askProcessor, isOutOfReach, isRefused } from '../../../platform/payment/ask-processor.ts'
import type { Processor } from '../../../platform/payment/processor.ts'
import { accountOfArtist } from '../account/seller-account.ts'
import { isNewSeller } from '../permission/new-seller.ts'

const holdJob = { kind: 'hold-payouts', payload: t.Object({ artistId: t.String() }) }

/**
 * Sets at the processor how much automatic payouts leave in an artist's account
 * (rule: payout-hold), again each day while the amount is not zero.
 */
export const holdPayoutsJob = defineJob(holdJob.kind, {
  payload: holdJob.payload,
  concurrency: 1,
  maxAttempts: 20,
  isEnabled: ({ config }) => config.newSellerHoldDays > 0,
  async run(ctx, { artistId }) {
    const { processor } = ctx
    const account = processor && accountOfArtist(ctx, processor.mode, artistId)
    if (!processor || !account || account.endedAt !== null) return
    const held = heldOf(ctx, processor, artistId)
    await keep(ctx, processor, account.accountId, held)
    if (held.length === 0) return
    const runAt = ctx.now() + dayMs
    await ctx.jointly(() => ctx.jobs.add(holdJob, { artistId }, { runAt, key: `${artistId} ${dayAt(runAt)}` }))
  },
})

// Card payments are pending for longer, and a rush of sales makes one request.
const waitsMs = hourMs

/** Queues the hold on a new artist's payouts when money arrives. Called in a transaction. */
export function queueHold(ctx: Ctx, artistId: string): void {
  if (ctx.config.newSellerHoldDays === 0 || holdDaysOf(ctx, artistId) === null) return
  ctx.jobs.add(holdJob, { artistId }, { runAt: ctx.now() + waitsMs, key: artistId })
}

/** Null when they are no new seller. */
export function holdDaysOf(ctx: Ctx, artistId: string): number | null {
  const { userId } = ctx.db.select({ userId: artists.userId }).from(artists).where(eq(artists.id, artistId)).get() ?? {}
  const { newSellerHoldDays: days } = ctx.config
  return days > 0 && userId !== undefined && isNewSeller(ctx, { id: artistId, userId }) ? days : null
}

type HeldAmount = { currency: string; amount: number }

/** Returns an artist's income of those days, less what was taken back. */
function heldOf(ctx: Ctx, { mode }: Processor, artistId: string): HeldAmount[] {
  const days = holdDaysOf(ctx, artistId)
  if (days === null) return []
  const after = uuidFloor(ctx.now() - days * dayMs)
  const { kind, currency } = ledgerAccounts
  const amount = sql<number>`sum(${ledgerEntries.amountMinor})`
  const isTheirs = and(eq(kind, 'ARTIST'), eq(ledgerAccounts.artistId, artistId), eq(ledgerAccounts.mode, mode))
  return ctx.db
    .select({ currency, amount })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(isTheirs, gt(ledgerEntries.postingId, after), isNotNull(ledgerPostings.orderId)))
    .groupBy(currency)
    .having(gt(amount, 0))
    .all()
}

/**
 * The processor's own delay applies to charges on the account itself, not to transfers: so the
 * minimum that automatic payouts leave is set instead.
 */
async function keep(ctx: Ctx, processor: Processor, stripeAccount: string, held: readonly HeldAmount[]): Promise<void> {
  const least = Object.fromEntries(held.map(({ currency, amount }) => [currency, amount]))
  const payouts = { minimum_balance_by_currency: held.length > 0 ? least : ('' as const) }
  try {
    await askProcessor(ctx, processor, (stripe, options) =>
      stripe.balanceSettings.update({ payments: { payouts } }, { ...options, stripeAccount }),
    )
  } catch (error) {
    // Where it cannot be set, payouts go as before: refunds are still taken back first.
    if (!isRefused(error) && !isOutOfReach(error)) throw error
    ctx.log.warn('payouts of a new seller are not held', { account: stripeAccount })
  }
}
