import { accountFees } from '../../../db/schema/earnings/account-fee.ts'
import { type Account, type Posting, post } from '../../books/ledger/post.ts'
import type { Ctx } from '../../context.ts'
import { divideByWeights } from '../../lib/money/divide.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { type Order, orderById } from '../../order/order.ts'
import { noteOwed } from '../../order/owed-parts.ts'
import { dividedPosting, payeesOf } from '../../order/payees.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { feesJob } from '../../platform/job/job-kinds.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { answeredDispute, isOld } from './answered-dispute.ts'
import { bookedFees, type FeeLine, findFees } from './find-fees.ts'
import { type PaidOut, paidOutArtists } from './paid-out-artists.ts'
import { recordAnswers } from './record-answers.ts'

// They are billed monthly, and a bank decides within three months. Fees that came meanwhile are
// found at each run.
const looksBackMs = 40 * dayMs

/** Books new fees; queued when a bank was answered or has decided, and once a day. */
export const bookFeesJob = defineJob(feesJob.kind, {
  payload: feesJob.payload,
  concurrency: 1,
  maxAttempts: 20,
  async run(ctx) {
    if (ctx.processor) await bookFees(ctx, ctx.processor, ctx.now() - looksBackMs)
  },
})

/**
 * Posts the fees since a time as costs of the artists they belong to (rule: account-fees); fees for
 * an answer that is not known here yet wait until they are old. Throws UNAVAILABLE.
 */
export async function bookFees(ctx: Ctx, processor: Processor, sinceMs: number): Promise<void> {
  const fees = await findFees(ctx, processor, sinceMs)
  if (fees.some(({ isOfDispute }) => isOfDispute)) await recordAnswers(ctx, processor)
  for (const fee of fees) {
    await ctx.jointly(() => {
      if (!bookedFees(ctx).has(fee.line.id)) book(ctx, processor, fee)
    })
  }
}

function book(ctx: Ctx, processor: Processor, fee: FeeLine): void {
  const { line, isOfDispute } = fee
  const dispute = isOfDispute ? answeredDispute(ctx, processor, fee) : undefined
  if (isOfDispute && !dispute && !isOld(ctx, fee)) return
  const row = { id: line.id, mode: processor.mode, disputeId: dispute?.id ?? null, isReturned: line.net > 0 }
  ctx.db
    .insert(accountFees)
    .values({ ...row, bookedAt: ctx.now() })
    .run()
  const order = dispute && orderById(ctx, dispute.orderId)
  if (order) ofOrder(ctx, order, fee)
  else ofAccounts(ctx, fee, isOfDispute ? [] : paidOutArtists(ctx, processor, line.currency, line.created * 1_000))
}

/** The cost of accounts is shared by the artists paid out; the rest is the platform's. */
function ofAccounts(ctx: Ctx, fee: FeeLine, artists: readonly PaidOut[]): void {
  const { line } = fee
  if (artists.length === 0) post(ctx, posting(fee, null, { kind: 'PLATFORM' }, line.net))
  const weights = artists.map(({ weight }) => weight)
  for (const [index, amount] of divideByWeights(line.net, weights).entries()) {
    const { artistId, orderId } = artists[index] ?? {}
    const sale = orderId === undefined ? undefined : orderById(ctx, orderId)
    if (!sale || artistId === undefined) continue
    post(ctx, posting(fee, sale.id, { kind: 'OWED', artistId }, amount))
    noteOwed(ctx, sale, true)
  }
}

/** The cost of answering a bank is borne like other costs of a sale; so is its return. */
function ofOrder(ctx: Ctx, order: Order, fee: FeeLine): void {
  const payees = payeesOf(ctx, order)
  post(ctx, dividedPosting(ctx, payees, posting(fee, order.id, payees[0].account, fee.line.net)))
  noteOwed(ctx, order, order.settledCurrency !== null)
}

const posting = ({ line }: FeeLine, orderId: string | null, whose: Account, amount: number): Posting => ({
  uniqueKey: `PROCESSOR_FEE ${line.id}`,
  kind: 'PROCESSOR_FEE',
  orderId,
  currency: line.currency,
  entries: [
    [{ kind: 'PROCESSOR_FEES' }, -amount],
    [whose, amount],
  ],
})
