import { asc, eq } from 'drizzle-orm'
import { campaignContributions, campaigns, campaignToldPayments } from '../../db/schema/drop/drop.ts'
import type { Ctx } from '../context.ts'
import { type Order, orderById, thingOf } from '../money/order/order.ts'
import type { PurchaseStatus } from '../money/order/read-payment.ts'
import { refundPrizeJob } from '../platform/job/job-kinds.ts'
import { type Campaign, campaignById } from './campaign.ts'
import { addDeadline } from './deadline-kind.ts'
import { moveCampaign } from './move-campaign.ts'
import { coverLosses, prizeOf } from './pool.ts'
import { shareOut } from './share-out.ts'

export type Contribution = typeof campaignContributions.$inferSelect

/** Returns what an order has paid into a drop; undefined while it is not paid. */
export const contributionOf = ({ db }: Ctx, { id }: Pick<Order, 'id'>): Contribution | undefined =>
  db.select().from(campaignContributions).where(eq(campaignContributions.orderId, id)).get()

/** Returns everything that was paid into a drop, oldest first. */
export const contributionsTo = ({ db }: Ctx, campaignId: string): Contribution[] =>
  db
    .select()
    .from(campaignContributions)
    .where(eq(campaignContributions.campaignId, campaignId))
    .orderBy(asc(campaignContributions.paidAt), asc(campaignContributions.orderId))
    .all()

const takesMoney = new Set<Campaign['state']>(['DRAFT', 'FUNDING', 'FUNDED', 'OPEN'])

/** What the transfers to a drop's winners tell of a payment, where a restored copy has lost its order. */
const toldPayment = ({ db }: Ctx, orderId: string) =>
  db.select().from(campaignToldPayments).where(eq(campaignToldPayments.orderId, orderId)).get()

/**
 * Writes down what was paid into a drop, and what has become of it since. The first that has settled makes the drop FUNDED;
 * what arrives after its end goes back. Idempotent. Called in the transaction of its postings.
 */
export function recordContribution(ctx: Ctx, { id }: Order, { status, isRevoked }: PurchaseStatus): void {
  // The row, and not what was read before the payment: it knows by now in which currency the payment has settled.
  const order = orderById(ctx, id)
  if (!order) return
  const campaignId = thingOf(order)
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
  const isFunding = campaign.state === 'FUNDING' || campaign.state === 'DRAFT'
  if (isFunding && prizeOf(ctx, campaign).length > 0) fund(ctx, campaign)
}

/**
 * Writes down what could not be taken, because another sum arrived than was ordered: all of it goes back by itself, and what
 * that costs is its payer's. Called in the transaction of its postings.
 */
export function recordUndelivered(ctx: Ctx, order: Order): void {
  const { id: orderId } = order
  const campaignId = thingOf(order)
  const now = ctx.now()
  const whole = { orderId, campaignId, status: 'REFUNDED', paidAt: now, endedAt: now } as const
  const row = { ...whole, returningAt: now, returnedAt: now, coversMinor: 0 }
  ctx.db.insert(campaignContributions).values(row).onConflictDoNothing().run()
  shareOut(ctx, campaignById(ctx, campaignId), row)
}

function fund(ctx: Ctx, campaign: Campaign): void {
  const by = { userId: null, reason: 'Its prize has arrived.' }
  // A payment that was rebuilt may be of a drop that an older copy of the database has as a draft.
  const funding = campaign.state === 'DRAFT' ? moveCampaign(ctx, campaign, 'FUNDING', by) : campaign
  addDeadline(ctx, moveCampaign(ctx, funding, 'FUNDED', by))
}

/** Asks for a contribution to go back. Called in a transaction. */
export const askBack = (ctx: Ctx, { orderId }: Pick<Contribution, 'orderId'>): void =>
  ctx.jobs.add(refundPrizeJob, { orderId }, { key: orderId })

/** Lets everything that was paid into a drop go back. Called in the transaction that ends the drop. */
export function returnAll(ctx: Ctx, campaignId: string): void {
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

/** Writes down that as much of a contribution as can has gone back. What is left is its payer's. */
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
