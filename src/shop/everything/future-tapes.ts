import { and, asc, eq, gt, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { partsBy, prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { everythingPurchases } from '../../../db/schema/shop/everything.ts'
import { everythingTapes, purchases } from '../../../db/schema/shop/purchase.ts'
import type { Ctx } from '../../context.ts'
import { orderById } from '../../order/order.ts'
import { paidInFull } from '../../order/read-payment.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { publishedTapeJob } from '../../platform/job/job-kinds.ts'
import { saveTape } from '../purchase/everything-tapes.ts'
import { settleAgain } from '../rest/underpaid-rest.ts'
import { everythingOf } from './everything.ts'
import { deliverTape } from './everything-goods.ts'

/** So many get it in one transaction, which takes a few milliseconds. */
const atOnce = 10

const paidFor = prepared((db) => {
  const { orderId, partMinor } = everythingTapes
  return db
    .select({ paymentIntentId: orders.paymentIntentId })
    .from(purchases)
    .innerJoin(everythingTapes, and(eq(orderId, purchases.orderId), eq(everythingTapes.cassetId, purchases.cassetId)))
    .innerJoin(everythingPurchases, eq(everythingPurchases.orderId, orderId))
    .innerJoin(orders, eq(orders.id, orderId))
    .where(
      and(
        eq(purchases.cassetId, sql.placeholder('cassetId')),
        isNotNull(purchases.endedAt),
        gt(partMinor, 0),
        isNull(everythingPurchases.endedAt),
      ),
    )
})

/**
 * Settles again the payments for everything that paid for a tape, and whose buyers lost it: it was
 * called off while they had their money back. Once it is open after all, it is theirs again.
 */
function settlePaid(ctx: Ctx, cassetId: string): void {
  for (const order of paidFor(ctx.db).all({ cassetId })) settleAgain(ctx, order)
}

/**
 * Gives a tape that has become public to everybody who bought everything with the tapes to come
 * (rule: everything).
 */
export const giveFutureJob = defineJob(publishedTapeJob.kind, {
  payload: publishedTapeJob.payload,
  concurrency: 1,
  maxAttempts: 20,
  async run(ctx, { cassetId }, _attempt, signal) {
    await ctx.jointly(() => settlePaid(ctx, cassetId))
    while ((await ctx.jointly(() => giveSome(ctx, cassetId))) === atOnce) signal.throwIfAborted()
  },
})

const waiting = prepared((db) => {
  const { artistId, orderId, hasFuture, heldSince, endedAt } = everythingPurchases
  const cassetId = sql.placeholder('cassetId')
  // It was called off as a preorder, and is published after all. One that was the rest of single
  // tracks ended with their money.
  const ended = db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.orderId, orderId), eq(purchases.cassetId, cassetId), isNotNull(purchases.endedAt)))
  const has = db
    .select({ orderId: everythingTapes.orderId })
    .from(everythingTapes)
    .where(
      and(
        eq(everythingTapes.orderId, orderId),
        eq(everythingTapes.cassetId, cassetId),
        or(gt(everythingTapes.creditMinor, 0), notExists(ended)),
      ),
    )
  return db
    .select({ orderId })
    .from(everythingPurchases)
    .where(
      and(
        eq(artistId, sql.placeholder('artistId')),
        // Written as in the index `everything_with_future`.
        sql`${hasFuture} = 1 AND ${heldSince} IS NOT NULL AND ${endedAt} IS NULL`,
        notExists(has),
      ),
    )
    .orderBy(asc(orderId))
    .limit(atOnce)
})

const isPublicTape = partsBy(cassets, ['artistId', 'slug', 'published', 'privacy'], 'id')

/** Returns to how many it was given. */
function giveSome(ctx: Ctx, cassetId: string): number {
  const tape = isPublicTape(ctx.db).get({ id: cassetId })
  if (!tape || tape.slug !== null || !tape.published || tape.privacy !== 'public') return 0
  const rows = waiting(ctx.db).all({ artistId: tape.artistId, cassetId })
  for (const { orderId } of rows) {
    const order = orderById(ctx, orderId)
    const row = everythingOf(ctx, orderId)
    if (!order || !row) continue
    saveTape(ctx, orderId, { cassetId, partMinor: 0, creditMinor: 0 })
    const state = { ...paidInFull, status: row.status }
    // It is theirs from now on, and not since they paid.
    deliverTape(ctx, { ...order, paidAt: ctx.now() }, cassetId, state)
  }
  return rows.length
}
