import { and, desc, eq, gt, inArray, max, ne, sum } from 'drizzle-orm'
import type Stripe from 'stripe'
import { ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { orders, owedParts } from '../../../db/schema/order/order.ts'
import { accountId } from '../../books/ledger/post.ts'
import type { Ctx } from '../../context.ts'
import { type Order, orderById } from '../../order/order.ts'
import { postedTo } from '../../order/owed-parts.ts'
import type { RefundShare } from '../../order/post/refund-shares.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { findTransfers } from './find-transfers.ts'
import { learnSent } from './learn-sent.ts'
import { heldFor, partsOfOrder } from './owed.ts'
import { payeeOf } from './record-transfers.ts'
import { recoverableAmount, tryReverse } from './reverse-transfer.ts'
import { settleCovered } from './settle-covered.ts'

type Source = { order: Order; transfer: Stripe.Transfer }

/** The amount to take back from an artist's account, and the transfers it can come from. */
type Need = { share: RefundShare; missing: number; sources: Source[] }

/** The account may lack `mayLackMinor` of the refund to cover; `attempt` names the request. */
export type Cover = { order: Order; shares: readonly RefundShare[]; mayLackMinor: number; attempt: number }

/**
 * Takes back from artists what a refund, made next, will take from them, and returns the amounts
 * that their accounts lack: nothing when it is covered. It stops where one lacks more than it may.
 * Unless the refund follows, the transfer job sends them the money again. Called with `lockOwed` of
 * all of them. Throws UNAVAILABLE.
 */
export async function coverRefund(ctx: Ctx, processor: Processor, cover: Cover): Promise<RefundShare[]> {
  const needs = await needsOf(ctx, processor, cover)
  const beyond = needs.flatMap(({ share, missing, sources }) => shortBy(share, missing - reversible(sources)))
  if (beyond.some(({ amountMinor }) => amountMinor > cover.mayLackMinor)) return beyond
  const short: RefundShare[] = []
  for (const need of needs) short.push(...(await takeBack(ctx, processor, need, cover)))
  return short
}

/** Keeps all money owed to some artists unchanged while `work` runs, except by `work` itself. */
export function lockOwed<T>(ctx: Ctx, artistIds: readonly string[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = [...new Set(artistIds)].sort()
  // In a fixed order, so that no two wait for each other.
  return first === undefined ? work() : paymentLock(ctx)(`owed ${first}`, () => lockOwed(ctx, others, work))
}

const shortBy = (share: RefundShare, amountMinor: number): RefundShare[] =>
  amountMinor > 0 ? [{ ...share, amountMinor }] : []

const leftOf = ({ amount, amount_reversed: reversed }: Stripe.Transfer) => amount - reversed
const reversible = (sources: readonly Source[]) => sources.reduce((sum, { transfer }) => sum + leftOf(transfer), 0)

async function needsOf(ctx: Ctx, processor: Processor, { order, shares }: Cover): Promise<Need[]> {
  const needs: Need[] = []
  for (const share of shares) {
    await learnSent(ctx, processor, share.artistId)
    for (const returned of returnedOrders(ctx, processor, share)) {
      await settleCovered(ctx, processor, await findTransfers(ctx, processor, returned))
    }
    const own = await sourcesOf(ctx, processor, order, share)
    // Only now: money returned by these transfers is in the ledger, and refunds that took it.
    // Amounts held against their debts cover nothing.
    const held = Math.max(0, heldFor(ctx, { ...share, mode: processor.mode })) + heldBack(ctx, order, share)
    const missing = share.amountMinor - held
    if (missing <= 0) continue
    needs.push({ share, missing, sources: await withOthers(ctx, processor, order, { share, missing, sources: own }) })
  }
  return needs
}

/**
 * Returns what the platform holds of an order that pays no debts: it may be called back, or could
 * not be delivered.
 */
function heldBack(ctx: Ctx, { id }: Order, { artistId, currency }: RefundShare): number {
  const isTheirs = (part: { artistId: string; currency: string }) =>
    part.artistId === artistId && part.currency === currency
  const isUndelivered = orderById(ctx, id)?.state === 'UNDELIVERED'
  const part = partsOfOrder(ctx, id).find(isTheirs)
  const isPromised = part?.waitsFor === 'opening' || part?.waitsFor === 'withdrawal'
  if (!isUndelivered && !isPromised) return 0
  return Math.max(0, postedTo(ctx, id).find(isTheirs)?.amountMinor ?? 0)
}

async function sourcesOf(ctx: Ctx, processor: Processor, order: Order, share: RefundShare): Promise<Source[]> {
  const transfers = await findTransfers(ctx, processor, order)
  return transfers
    .filter((one) => payeeOf(one) === share.artistId && one.currency === share.currency && leftOf(one) > 0)
    .map((transfer) => ({ order, transfer }))
}

const ordersLookedAt = 10
const entriesLookedAt = 400

/**
 * Returns the latest orders that owe an artist money which their account gave back, and that no job
 * has looked at since.
 */
function returnedOrders(ctx: Ctx, { mode }: Processor, { artistId, currency }: RefundShare): Order[] {
  const isTheirs = and(eq(owedParts.artistId, artistId), eq(owedParts.mode, mode), eq(owedParts.currency, currency))
  const isReversal = and(eq(ledgerPostings.orderId, owedParts.orderId), eq(ledgerPostings.kind, 'TRANSFER_REVERSAL'))
  return ctx.db
    .selectDistinct({ id: owedParts.orderId })
    .from(owedParts)
    .innerJoin(ledgerPostings, isReversal)
    .where(and(isTheirs, gt(owedParts.amountMinor, 0), eq(owedParts.isWaiting, false)))
    .orderBy(desc(owedParts.orderId))
    .limit(ordersLookedAt)
    .all()
    .flatMap(({ id }) => orderById(ctx, id) ?? [])
}

/** Returns an artist's latest orders whose money reached their account, without one of them. */
function newestOrders({ db }: Ctx, account: string, orderId: string): string[] {
  const { postingId, accountId, amountMinor } = ledgerEntries
  const lately = db
    .select({ postingId, amountMinor })
    .from(ledgerEntries)
    .where(eq(accountId, account))
    .orderBy(desc(postingId))
    .limit(entriesLookedAt)
    .as('lately')
  const isMoved = inArray(ledgerPostings.kind, ['TRANSFER', 'TRANSFER_REVERSAL'])
  return db
    .select({ id: orders.id })
    .from(lately)
    .innerJoin(ledgerPostings, eq(ledgerPostings.id, lately.postingId))
    .innerJoin(orders, eq(orders.id, ledgerPostings.orderId))
    .where(and(isMoved, eq(orders.isSale, true), ne(orders.id, orderId)))
    .groupBy(orders.id)
    .having(gt(sum(lately.amountMinor), 0))
    .orderBy(desc(max(ledgerPostings.id)))
    .limit(ordersLookedAt)
    .all()
    .map(({ id }) => id)
}

/**
 * A sale brings less than its refund takes, since the processor keeps its fee: the rest comes from
 * the latest other sales.
 */
async function withOthers(ctx: Ctx, processor: Processor, { id: orderId }: Order, need: Need): Promise<Source[]> {
  const { share, missing } = need
  const sources = [...need.sources]
  if (reversible(sources) >= missing) return sources
  const account = accountId(ctx, { kind: 'ARTIST', artistId: share.artistId }, share.currency)
  for (const id of newestOrders(ctx, account, orderId)) {
    const order = orderById(ctx, id)
    if (order) sources.push(...(await sourcesOf(ctx, processor, order, share)))
    if (reversible(sources) >= missing) break
  }
  return sources
}

async function takeBack(
  ctx: Ctx,
  processor: Processor,
  { share, missing, sources }: Need,
  { order: covered, mayLackMinor, attempt }: Cover,
): Promise<RefundShare[]> {
  let left = missing
  const coveredIntentId = covered.paymentIntentId
  for (const { order, transfer } of sources) {
    const amount = Math.min(left, leftOf(transfer))
    if (amount <= 0) break
    const key = ['refund-reversal', transfer.id, transfer.amount_reversed, attempt].join('-')
    const reversal = { id: transfer.id, coveredIntentId }
    let got = (await tryReverse(ctx, processor, { ...reversal, amount, key })) ? amount : 0
    if (got === 0) {
      const rest = Math.min(amount, await recoverableAmount(ctx, processor, transfer))
      const lackingMinor = Math.max(1, left - rest)
      if (lackingMinor > mayLackMinor) return shortBy(share, lackingMinor)
      const isReversed =
        rest > 0 && (await tryReverse(ctx, processor, { ...reversal, amount: rest, key: `${key}-rest` }))
      got = isReversed ? rest : 0
    }
    left -= got
    if (got > 0) await findTransfers(ctx, processor, order)
  }
  return shortBy(share, left)
}
