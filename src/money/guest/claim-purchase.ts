import { and, eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { purchases } from '../../../db/schema/money/checkout.ts'
import { orders } from '../../../db/schema/money/order.ts'
import { hasCollected } from '../../casset/access/collected.ts'
import { cassetForSale, isOwnOrShared } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { orderOfLink } from '../order/guest-link.ts'
import { type Order, ofAccount } from '../order/order.ts'
import { creditReferral } from '../referral/credit-referral.ts'
import { validReferralCode } from '../referral/valid-referral-code.ts'
import type { Claimed } from './model.ts'
import { notHeld, standingOf } from './read-collected.ts'

/** What a claim link gives, and why it does not give it to this viewer; null when it does. */
export type Claim = { order: Order; isTheirs: boolean; problem: AppError | null }

/** Returns what a claim link gives to a viewer, or to whoever signs in. Throws NOT_FOUND for no link of ours. */
export function readClaim(ctx: Ctx, viewer: Viewer | null, secret: string): Claim {
  const order = orderOfLink(ctx, 'claim', secret)
  if (!order) throw notFound('link')
  const isTheirs = viewer !== null && order.userId === viewer.userId
  return { order, isTheirs, problem: isTheirs ? null : problemOf(ctx, viewer, order) }
}

function problemOf(ctx: Ctx, viewer: Viewer | null, order: Order): AppError | null {
  const standing = standingOf(ctx, order)
  if (standing === 'claimed') {
    const hint = 'A link does that once. If it was not you, ask whoever has the link, or the artist.'
    return new AppError('BAD_STATE', 'This was put into the library of another account.', { hint })
  }
  if (standing !== 'held') return notHeld(standing)
  if (!viewer) return null
  if (isOwnOrShared(ctx, cassetForSale(ctx, order.cassetId), viewer)) {
    return new AppError('BAD_STATE', 'This is your own casset.', { hint: 'The link still works for somebody else.' })
  }
  if (hasCollected(ctx, order.cassetId, viewer.userId)) {
    const hint = 'The link still works: pass it on to somebody, or ask the artist for a refund.'
    return new AppError('BAD_STATE', 'You already have this casset.', { hint })
  }
  return null
}

/**
 * Puts what a guest collected into the caller's library, once: from then on the order is theirs (rule 7.28). Doing it
 * again changes nothing. Throws NOT_FOUND for no link of ours, BAD_STATE with the reason.
 */
export function claimPurchase(ctx: Ctx, author: Viewer, secret: string): Promise<Claimed> {
  return ctx.jointly(() => {
    const { order, isTheirs, problem } = readClaim(ctx, author, secret)
    if (problem) throw problem
    if (!isTheirs) inTransaction(ctx.db, () => attach(ctx, order, author))
    const { casset, artist } = cassetForSale(ctx, order.cassetId)
    return { cassetId: casset.id, slug: casset.slug ?? artist.handle, name: casset.name }
  })
}

function attach(ctx: Ctx, order: Order, { userId }: Viewer): void {
  const { db } = ctx
  const { id: orderId, cassetId, mode } = order
  const codes = order.referralCode === null ? [] : [order.referralCode]
  const referralCode = validReferralCode(ctx, codes, { userId, cassetId })
  const claimed = { ...order, userId, buyerEmail: null, referralCode }
  db.update(orders).set({ userId, buyerEmail: null, referralCode }).where(eq(orders.id, orderId)).run()
  const ofGuest = eq(purchases.orderId, orderId)
  // An account has one row of a casset and a mode: one that has ended is taken up again, as when it is bought again.
  const ended = db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.cassetId, cassetId), eq(purchases.mode, mode)))
    .get()
  if (ended) {
    const [held] = db.delete(purchases).where(ofGuest).returning().all()
    if (held)
      db.update(purchases)
        .set({ ...held, id: ended.id, userId })
        .where(eq(purchases.id, ended.id))
        .run()
  } else {
    db.update(purchases).set({ userId }).where(ofGuest).run()
  }
  const standing = { status: 'PAID', isRevoked: false, hasReturned: false } as const
  creditReferral(ctx, ofAccount(claimed), standing)
}
