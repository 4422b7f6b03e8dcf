import type Stripe from 'stripe'
import { accountById } from '../../books/seller/account/seller-account.ts'
import { isListable, isListed, noteListed, payoutContentsJob } from '../../books/seller/payout/payout-contents.ts'
import { askPayout } from '../../books/seller/payout/record-payout.ts'
import type { Ctx } from '../../context.ts'
import { orderById } from '../../order/order.ts'
import { settle } from '../../order/settle/settle.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { GiveUp } from '../../platform/job/job-kind.ts'
import { askProcessor, isMissing, isOutOfReach } from '../../platform/payment/ask-processor.ts'
import { idOf } from '../../platform/payment/id-of.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { findTransfers } from '../transfer/find-transfers.ts'
import { linkLine } from './link-line.ts'
import { type Source, sourceOf } from './source-of.ts'

const perPage = 100

/** A payout of the platform's account, or of a connected one. */
export type PayoutOf = { accountId: string | null; id: string }

export const listContentsJob = defineJob(payoutContentsJob.kind, {
  payload: payoutContentsJob.payload,
  concurrency: 1,
  // About two days.
  maxAttempts: 60,
  async run(ctx, payout) {
    if (!ctx.processor) throw new GiveUp('Payments are off.')
    await listContents(ctx, ctx.processor, payout)
  },
})

/**
 * Stores which postings a payout contained, page by page (rule: ledger-csv). Idempotent. Lines of a
 * page that the ledger lacks are read first; lines of other instances are left out. Throws
 * UNAVAILABLE.
 */
export async function listContents(ctx: Ctx, processor: Processor, { accountId, id }: PayoutOf): Promise<void> {
  const account = accountId === null ? undefined : accountById(ctx, processor.mode, accountId)
  if (isListed(ctx, id) || (accountId !== null && !account)) return
  if (!(await isTold(ctx, processor, { accountId, id }))) return
  const holder = account?.artistId ?? ''
  let after: string | undefined
  do {
    const page = await pageOf(ctx, processor, { accountId, id }, after)
    const lines = page.data.flatMap((line) => {
      const source = sourceOf(ctx, line)
      return source ? [{ line, source, holder, payoutId: id }] : []
    })
    const missing = await ctx.jointly(() => lines.filter((line) => linkLine(ctx, line).isMissing))
    for (const { source } of missing) await learn(ctx, processor, source, accountId)
    // All of them: the new postings may belong to the same order as lines that were complete.
    if (missing.length > 0) await ctx.jointly(() => lines.forEach((line) => void linkLine(ctx, line)))
    after = page.has_more ? page.data.at(-1)?.id : undefined
  } while (after !== undefined)
  await ctx.jointly(() => noteListed(ctx, id))
}

/**
 * The processor lists nothing for a payout by hand, for one on its way, and for one of a closed
 * account.
 */
async function isTold(ctx: Ctx, processor: Processor, { accountId, id }: PayoutOf): Promise<boolean> {
  try {
    return isListable(await askPayout(ctx, processor, accountId, id))
  } catch (error) {
    if (isOutOfReach(error)) return false
    throw error
  }
}

function pageOf(ctx: Ctx, processor: Processor, { accountId, id: payout }: PayoutOf, after: string | undefined) {
  const next = after === undefined ? {} : { starting_after: after }
  const params = { payout, limit: perPage, expand: ['data.source'], ...next }
  const whose = accountId === null ? {} : { stripeAccount: accountId }
  return askProcessor(ctx, processor, (stripe, options) =>
    stripe.balanceTransactions.list(params, { ...options, ...whose }),
  )
}

/** Reads a payment or transfer of ours again when the ledger's state of it is out of date. */
async function learn(ctx: Ctx, processor: Processor, source: Source, accountId: string | null): Promise<void> {
  const { intentId, arrivedAs } = source
  if (intentId) await settle(ctx, processor, intentId)
  const transferId = arrivedAs ? await arrivedBy(ctx, processor, arrivedAs, accountId) : source.transferId
  if (!transferId) return
  const transfer = await transferOf(ctx, processor, transferId)
  const { orderId = '', paymentIntentId } = transfer?.metadata ?? {}
  if (paymentIntentId && !orderById(ctx, orderId)) await settle(ctx, processor, paymentIntentId)
  const order = orderById(ctx, orderId)
  if (order?.mode === processor.mode) await findTransfers(ctx, processor, order)
}

/** Returns the id of the transfer that arrived as a payment on an artist's account. */
async function arrivedBy(ctx: Ctx, processor: Processor, chargeId: string, accountId: string | null): Promise<string> {
  const whose = accountId === null ? {} : { stripeAccount: accountId }
  const { source_transfer: transfer } = await askProcessor(ctx, processor, (stripe, options) =>
    stripe.charges.retrieve(chargeId, {}, { ...options, ...whose }),
  )
  return idOf(transfer)
}

async function transferOf(ctx: Ctx, processor: Processor, id: string): Promise<Stripe.Transfer | undefined> {
  try {
    return await askProcessor(ctx, processor, (stripe, options) => stripe.transfers.retrieve(id, {}, options))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
