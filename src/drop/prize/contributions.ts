import { asc, eq } from 'drizzle-orm'
import { campaigns } from '../../../db/schema/drop/drop.ts'
import { campaignContributions, campaignToldPayments } from '../../../db/schema/drop/prize.ts'
import type { Ctx } from '../../context.ts'
import { type Order, orderById, thingIdOf } from '../../order/order.ts'
import type { PurchaseStatus } from '../../order/read-payment.ts'
import { refundPrizeJob } from '../../platform/job/job-kinds.ts'
import { type Campaign, campaignById } from '../campaign.ts'
import { addDeadline } from '../deadline-kind.ts'
import { type MoveCause, moveCampaign } from '../move-campaign.ts'
import { ownReason } from '../own-reason.ts'
import { tellCancelledJob } from '../tell-cancelled.ts'
import { coverLosses, prizeOf } from './pool.ts'
import { shareOut } from './share-out.ts'

export type Contribution = typeof campaignContributions.$inferSelect

/** Returns the contribution of an order to a drop; undefined while it is not paid. */
export const contributionOf = ({ db }: Ctx, { id }: Pick<Order, 'id'>): Contribution | undefined =>
  db.select().from(campaignContributions).where(eq(campaignContributions.orderId, id)).get()

/** Returns all contributions to a drop, oldest first. */
export const contributionsTo = ({ db }: Ctx, campaignId: string): Contribution[] =>
  db
    .select()
    .from(campaignContributions)
    .where(eq(campaignContributions.campaignId, campaignId))
    .orderBy(asc(campaignContributions.paidAt), asc(campaignContributions.orderId))
    .all()

const takesMoney = new Set<Campaign['state']>(['DRAFT', 'FUNDING', 'FUNDED', 'OPEN'])

/** Returns what transfers to winners tell of a payment whose order a restored copy has lost. */
const toldPayment = ({ db }: Ctx, orderId: string) =>
  db.select().from(campaignToldPayments).where(eq(campaignToldPayments.orderId, orderId)).get()

/**
 * Stores a contribution to a drop and its present state. The first one that has settled makes the
 * drop FUNDED; money that arrives after its end is refunded. Idempotent. Called in the transaction
 * of its postings.
 */
export function recordContribution(ctx: Ctx, { id }: Order, { status, isRevoked }: PurchaseStatus): void {
  // The stored row is read, not the one from before the payment: it has the settlement currency by
  // now.
  const order = orderById(ctx, id)
  if (!order) return
  const campaignId = thingIdOf(order)
  const campaign = campaignById(ctx, campaignId)
  const now = ctx.now()
  const known = contributionOf(ctx, order)
  const told = toldPayment(ctx, id)
  const endedAt = isRevoked ? (known?.endedAt ?? now) : null
  const row: Contribution = {
    orderId: id,
    campaignId,
    paidAt: order.paidAt ?? now,
    returningAt: known || told || takesMoney.has(campaign.state) ? (known?.returningAt ?? null) : now,
    returnedAt: known?.returnedAt ?? null,
    coversMinor: known?.coversMinor ?? told?.coversMinor ?? 0,
    status,
    endedAt,
  }
  ctx.db
    .insert(campaignContributions)
    .values(row)
    .onConflictDoUpdate({ target: campaignContributions.orderId, set: { status, endedAt } })
    .run()
  shareOut(ctx, campaign, row)
  if (row.returningAt !== null && row.returnedAt === null) askBack(ctx, row)
  // A rebuilt payment may belong to a drop that an older copy of the database has as a draft.
  const by = { userId: null, reason: ownReason('arrived') }
  const funding = campaign.state === 'DRAFT' ? moveCampaign(ctx, campaign, 'FUNDING', by) : campaign
  if (funding.state !== 'FUNDING') return
  const isFunded = prizeOf(ctx, funding).length > 0
  addDeadline(ctx, isFunded ? moveCampaign(ctx, funding, 'FUNDED', by) : funding)
}

/**
 * Stores a contribution that could not be accepted, because its amount differs from the order: all
 * of it is refunded by itself, at its payer's cost. Called in the transaction of its postings.
 */
export function recordUndelivered(ctx: Ctx, order: Order): void {
  const { id: orderId } = order
  const campaignId = thingIdOf(order)
  const now = ctx.now()
  const whole = { orderId, campaignId, status: 'REFUNDED', paidAt: now, endedAt: now } as const
  const row = { ...whole, returningAt: now, returnedAt: now, coversMinor: 0 }
  ctx.db.insert(campaignContributions).values(row).onConflictDoNothing().run()
  shareOut(ctx, campaignById(ctx, campaignId), row)
}

/** Queues the refund of a contribution. Called in a transaction (rule: drop-cancelling). */
export const askBack = (ctx: Ctx, { orderId }: Pick<Contribution, 'orderId'>): void =>
  ctx.jobs.add(refundPrizeJob, { orderId }, { key: orderId })

/** Queues refunds of a drop's contributions. Called in the transaction that ends the drop. */
function returnAll(ctx: Ctx, campaignId: string): void {
  coverLosses(ctx, campaignId)
  for (const contribution of contributionsTo(ctx, campaignId)) {
    if (contribution.returningAt !== null) continue
    ctx.db
      .update(campaignContributions)
      .set({ returningAt: ctx.now() })
      .where(eq(campaignContributions.orderId, contribution.orderId))
      .run()
    askBack(ctx, contribution)
  }
}

/** Notes that a contribution was refunded as far as possible. The rest is owed to its payer. */
export function endReturn(ctx: Ctx, { orderId, campaignId }: Contribution): void {
  const ended = ctx.db
    .update(campaignContributions)
    .set({ returnedAt: ctx.now() })
    .where(eq(campaignContributions.orderId, orderId))
    .returning()
    .get()
  const campaign = ctx.db.select().from(campaigns).where(eq(campaigns.id, campaignId)).get()
  if (ended && campaign) shareOut(ctx, campaign, ended)
}

/** Cancels a drop. Called in a transaction. */
export function endCampaign(ctx: Ctx, campaign: Campaign, cause: MoveCause): Campaign {
  const cancelled = moveCampaign(ctx, campaign, 'CANCELLED', cause)
  returnAll(ctx, campaign.id)
  if (campaign.openedAt !== null)
    ctx.jobs.add(tellCancelledJob, { campaignId: campaign.id, after: '' }, { key: campaign.id })
  return cancelled
}

/** Cancels a drop again that a restored copy has open. Called in a transaction. */
export function endAgain(ctx: Ctx, campaignId: string): void {
  const campaign = campaignById(ctx, campaignId)
  const isOpen = campaign.state === 'FUNDED' || campaign.state === 'OPEN'
  if (isOpen) endCampaign(ctx, campaign, { userId: null, reason: ownReason('refunded') })
}
