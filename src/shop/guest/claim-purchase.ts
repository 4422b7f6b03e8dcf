import { inTransaction } from '../../../db/commits.ts'
import { isHeldByGuest } from '../../casset/access/guest-access.ts'
import { hasAnyOf } from '../../casset/access/held-of.ts'
import { tracksOfOrder } from '../../casset/access/track-holding.ts'
import { cassetForSale, isOwnOrShared } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { orderOfLink } from '../../order/guest-link.ts'
import { type Order, orderById, orderOfIntent } from '../../order/order.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { paymentOf } from '../checkout/verify-payment.ts'
import type { Claimed } from '../purchase/shape.ts'
import { claimedWith, claimJoined } from '../rest/claim-joined.ts'
import type { PayersSecret } from './model.ts'
import { collectedStatusOf, notHeld } from './read-collected.ts'

/** The casset behind a claim link, and why this viewer does not get it; null when they do. */
export type Claim = { order: Order; isTheirs: boolean; problem: AppError | null }

/**
 * Returns what a claim link gives to a viewer, or to a visitor who signs in. Throws NOT_FOUND for a
 * link that we did not issue.
 */
export function readClaim(ctx: Ctx, viewer: Viewer | null, secret: string): Claim {
  const order = orderOfLink(ctx, 'claim', secret)
  if (!order) throw notFound('link')
  return claimFor(ctx, viewer, order)
}

export function claimFor(ctx: Ctx, viewer: Viewer | null, order: Order): Claim {
  const isTheirs = viewer !== null && order.holderId === viewer.userId
  return { order, isTheirs, problem: isTheirs ? null : problemOf(ctx, viewer, order) }
}

function problemOf(ctx: Ctx, viewer: Viewer | null, order: Order): AppError | null {
  const status = collectedStatusOf(ctx, order)
  if (status === 'claimed') {
    const hint = say('A link does that once. If it was not you, ask whoever has the link, or the artist.')
    return new AppError('BAD_STATE', say('This was put into the library of another account.'), { hint })
  }
  if (status !== 'held') return notHeld(status)
  if (!viewer) return null
  for (const each of claimedWith(ctx, order)) {
    const problem = isHeldByGuest(ctx, each.id) ? twiceFor(ctx, viewer, each) : null
    if (problem) return problem
  }
  return null
}

/** Returns why an account cannot have what a guest holds by an order; null when it can. */
function twiceFor(ctx: Ctx, viewer: Viewer, order: Order): AppError | null {
  if (isOwnOrShared(ctx, cassetForSale(ctx, order.cassetId), viewer)) {
    return new AppError('BAD_STATE', say('This is your own casset.'), {
      hint: say('The link still works for somebody else.'),
    })
  }
  const trackIds = tracksOfOrder(ctx, order).map(({ trackId }) => trackId)
  if (hasAnyOf(ctx, { cassetId: order.cassetId, trackIds }, viewer.userId)) {
    const hint = say('The link still works: pass it on to somebody, or ask the artist for a refund.')
    const message =
      trackIds.length === 0 ? say('You already have this casset.') : say('You already have a track of this.')
    return new AppError('BAD_STATE', message, { hint })
  }
  return null
}

/**
 * Puts a guest's purchase into the caller's library, once: from then on they hold it, and its
 * payer's address is forgotten (rules: claims, guest-email). Repeating it changes nothing. Throws
 * NOT_FOUND for a link that we did not issue, BAD_STATE with the reason.
 */
export const claimPurchase = (ctx: Ctx, author: Viewer, secret: string): Promise<Claimed> =>
  ctx.jointly(() => claimOf(ctx, author, readClaim(ctx, author, secret)))

/**
 * Puts the purchase of a payer who has the payment's secret into the caller's library, as
 * `claimPurchase` does. Throws NOT_FOUND for another secret, BAD_STATE, UNAVAILABLE.
 */
export async function keepPurchase(ctx: Ctx, author: Viewer, asked: PayersSecret): Promise<Claimed> {
  // It may be theirs already, by an answer that was lost.
  const known = orderOfIntent(ctx, asked.paymentIntentId)
  const { id } =
    known?.holderId === author.userId
      ? known
      : (await paymentOf(ctx, { secret: asked.clientSecret }, asked.paymentIntentId)).order
  return ctx.jointly(() => {
    const order = orderById(ctx, id)
    if (!order) throw notFound('payment')
    return claimOf(ctx, author, claimFor(ctx, author, order))
  })
}

function claimOf(ctx: Ctx, author: Pick<Viewer, 'userId'>, { order, isTheirs, problem }: Claim): Claimed {
  if (problem) throw problem
  if (!isTheirs) inTransaction(ctx.db, () => claimJoined(ctx, order, author.userId))
  const { casset, artist } = cassetForSale(ctx, order.cassetId)
  return { cassetId: casset.id, slug: artist.handle, name: casset.name }
}
