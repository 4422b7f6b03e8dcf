import { and, eq, inArray } from 'drizzle-orm'
import type Stripe from 'stripe'
import { artists } from '../../../db/schema/account/account.ts'
import { campaigns } from '../../../db/schema/drop/drop.ts'
import {
  campaignContributions,
  campaignPassed,
  campaignPayouts,
  campaignToldPayments,
} from '../../../db/schema/drop/prize.ts'
import { amountsOf } from '../../books/ledger/amounts-of.ts'
import { post } from '../../books/ledger/post.ts'
import type { Ctx } from '../../context.ts'
import { findTransfers } from '../../earnings/transfer/find-transfers.ts'
import { payeeOf } from '../../earnings/transfer/record-transfers.ts'
import { type Order, orderById, thingIdOf } from '../../order/order.ts'
import { isRefundedFor } from '../../order/refund-reason.ts'
import { settle } from '../../order/settle/settle.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { type Campaign, campaignById, changeCampaigns } from '../campaign.ts'
import { moveCampaign } from '../move-campaign.ts'
import { ownReason } from '../own-reason.ts'
import { askBack, contributionOf, contributionsTo, endAgain } from './contributions.ts'
import { type Outcome, outcomeIn } from './outcome.ts'
import { isShared, winnersOf } from './pool.ts'
import { addReminder } from './remind-winners.ts'
import { sharedOfContribution, shareOut } from './share-out.ts'
import { countPassed } from './unclaimed-kind.ts'

/**
 * Reads from the transfers of a payment into a drop what a restored copy of the database has lost:
 * its winners and moves. Money that this cannot explain stays with its recipients, and comes out of
 * the pool (rule: rebuilt-drops). Called in the transaction that stores the transfers, before that.
 */
export function recordOutcome(ctx: Ctx, order: Order, transfers: readonly Stripe.Transfer[]): void {
  if (transfers.length === 0) return
  const campaignId = thingIdOf(order)
  const campaign = campaignById(ctx, campaignId)
  const [told] = transfers
    .flatMap((transfer) => outcomeIn(transfer) ?? [])
    .filter((outcome) => outcome.campaignId === campaignId)
    .toSorted((one, other) => other.passed - one.passed)
  const now = told && mayBeRebuilt(ctx, campaign, told) ? rebuild(ctx, campaign, told) : campaign
  if (told) learnPasses(ctx, now, told)
  if (!keepFound(ctx, order, now, transfers)) return
  const contribution = contributionOf(ctx, order)
  if (contribution) shareOut(ctx, now, contribution)
}

const way: readonly Campaign['state'][] = ['DRAFT', 'FUNDING', 'FUNDED', 'OPEN', 'CLOSED', 'PAYING']

function mayBeRebuilt({ db }: Ctx, { state }: Campaign, { winners }: Outcome): boolean {
  if (isShared(state) || state === 'CANCELLED') return false
  const ids = winners.map(({ artistId }) => artistId)
  const known = db.select({ id: artists.id }).from(artists).where(inArray(artists.id, ids)).all()
  return known.length === new Set(ids).size
}

/**
 * Stores places that passed on since a copy was made, by what transfers told later. Every payment
 * is divided again.
 */
function learnPasses(ctx: Ctx, campaign: Campaign, { winners, passed }: Outcome): void {
  const { id: campaignId } = campaign
  const known = countPassed(ctx, campaignId)
  if (!isShared(campaign.state) || passed <= known) return
  const former = new Map(winnersOf(ctx, campaignId).map((winner) => [winner.place, winner.artistId]))
  const changed = winners.filter(({ place, artistId }) => former.get(place) !== artistId)
  for (const [index, { place, artistId, submissionId, score }] of changed.entries()) {
    const isPlace = and(eq(campaignPayouts.campaignId, campaignId), eq(campaignPayouts.place, place))
    ctx.db.update(campaignPayouts).set({ artistId, submissionId, score }).where(isPlace).run()
    const row = { campaignId, place, artistId: former.get(place) ?? artistId, passedAt: ctx.now() }
    ctx.db
      .insert(campaignPassed)
      .values({ ...row, nth: known + index + 1, reason: 'TOLD' })
      .run()
  }
  for (const contribution of contributionsTo(ctx, campaignId)) shareOut(ctx, campaign, contribution)
}

function rebuild(ctx: Ctx, campaign: Campaign, { endsAt, moves, winners, payments }: Outcome): Campaign {
  const { id: campaignId } = campaign
  const { db } = ctx
  db.delete(campaignPayouts).where(eq(campaignPayouts.campaignId, campaignId)).run()
  db.insert(campaignPayouts)
    .values(winners.map((each) => ({ ...each, campaignId })))
    .run()
  const split = winners.map(({ basisPoints }) => basisPoints)
  changeCampaigns(ctx, eq(campaigns.id, campaignId), { endsAt, split })
  // Payments whose orders are lost too are described until they are rebuilt.
  db.insert(campaignToldPayments)
    .values(payments.map((each) => ({ ...each, campaignId })))
    .onConflictDoNothing()
    .run()
  const reason = ownReason('rebuilt')
  let now = campaign
  for (const to of way.slice(way.indexOf(campaign.state) + 1)) {
    const { at, userId } = to === 'CLOSED' || to === 'PAYING' ? moves[to] : moves.OPEN
    now = moveCampaign(ctx, now, to, { userId, reason, at })
  }
  addReminder(ctx, campaignId)
  for (const contribution of contributionsTo(ctx, campaignId)) {
    const { orderId } = contribution
    const told = payments.find((each) => each.orderId === orderId)
    // Payments made since the copy was restored belong to a drop that had ended.
    const row = told ? { ...contribution, coversMinor: told.coversMinor } : { ...contribution, returningAt: ctx.now() }
    const { coversMinor, returningAt } = row
    db.update(campaignContributions)
      .set({ coversMinor, returningAt })
      .where(eq(campaignContributions.orderId, orderId))
      .run()
    if (told) shareOut(ctx, now, row)
    else askBack(ctx, row)
  }
  ctx.log.warn('drop rebuilt from the transfers to its winners', { campaignId })
  return now
}

/** Lets artists keep transfers of a payment that no decision explains. Returns whether any. */
function keepFound(
  ctx: Ctx,
  { id: orderId }: Order,
  campaign: Campaign,
  transfers: readonly Stripe.Transfer[],
): boolean {
  const { id: campaignId } = campaign
  const winners = isShared(campaign.state) ? winnersOf(ctx, campaignId) : []
  const explained = new Set([...winners, ...sharedOfContribution(ctx, orderId)].map(({ artistId }) => artistId))
  const written = amountsOf(ctx, orderId)
  const found = transfers.flatMap((transfer) => {
    const artistId = payeeOf(transfer)
    const isKnown = artistId === undefined || explained.has(artistId) || written.has(`TRANSFER ${transfer.id}`)
    return isKnown ? [] : [{ ...transfer, artistId }]
  })
  for (const { id, artistId, currency, amount, amount_reversed } of found) {
    const kept = amount - amount_reversed
    const [pool, owed] = [{ kind: 'PRIZE_POOL', campaignId } as const, { kind: 'OWED', artistId } as const]
    const entries = [[pool, -kept] as const, [owed, kept] as const]
    post(ctx, { uniqueKey: `PRIZE_FOUND ${id}`, kind: 'PRIZE_FOUND', orderId, currency, entries })
  }
  return found.length > 0
}

const undecided: ReadonlySet<string> = new Set(['FUNDED', 'OPEN', 'CLOSED'])

/**
 * Asks the processor for everything about a drop that a restored copy of the database may lack: the
 * state of its payments, and whether winners were paid already or it was cancelled. Called before a
 * decision about its money. Throws UNAVAILABLE.
 */
export async function lookForOutcome(ctx: Ctx, { id, state, mode }: Campaign): Promise<void> {
  const { processor } = ctx
  if (processor?.mode !== mode || !undecided.has(state)) return
  await lookAtPayments(ctx, processor, id)
}

/**
 * Asks the processor for all transfers of a drop's prize, before one that was not taken passes on:
 * an answer may have been lost. Throws UNAVAILABLE.
 */
export async function lookForSent(ctx: Ctx, { id, state, mode }: Campaign): Promise<void> {
  const { processor } = ctx
  if (processor?.mode === mode && (undecided.has(state) || isShared(state))) await lookAtPayments(ctx, processor, id)
}

async function lookAtPayments(ctx: Ctx, processor: Processor, campaignId: string): Promise<void> {
  const refunds: Stripe.Refund[] = []
  for (const { orderId } of contributionsTo(ctx, campaignId)) {
    const order = orderById(ctx, orderId)
    if (!order) continue
    // Other payments make up for what a bank took: that too must be known before anything is
    // refunded.
    if (order.paymentIntentId !== null)
      refunds.push(...((await settle(ctx, processor, order.paymentIntentId))?.refunds ?? []))
    await findTransfers(ctx, processor, order)
  }
  if (refunds.some((refund) => isRefundedFor('prize', refund))) await ctx.jointly(() => endAgain(ctx, campaignId))
}
