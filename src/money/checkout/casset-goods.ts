import { and, eq, sql } from 'drizzle-orm'
import { prepared, wholeRow } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { purchases } from '../../../db/schema/money/checkout.ts'
import { hasCollected } from '../../casset/access/collected.ts'
import { whereHeldSince } from '../../casset/access/held-track.ts'
import { eraseUnheldJob } from '../../casset/track/erase-track.ts'
import type { Ctx } from '../../context.ts'
import { isOfGuest } from '../../lib/order-parties.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import type { Goods } from '../order/goods.ts'
import { grant, type Holdings } from '../order/grant.ts'
import type { Order } from '../order/order.ts'
import { orderByHeld } from '../order/order-by-held.ts'
import { creditReferral } from '../referral/credit-referral.ts'
import { lostGuestLink } from './lost-guest-link.ts'

const purchase = prepared((db) =>
  db
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, sql.placeholder('userId')),
        eq(purchases.cassetId, sql.placeholder('cassetId')),
        whereCounted(purchases.mode, sql.placeholder('mode')),
      ),
    )
    .orderBy(orderByHeld(purchases, sql.placeholder('orderId')))
    .limit(1),
)
const addPurchase = prepared((db) => db.insert(purchases).values(wholeRow(purchases)))

const ofOrder = prepared((db) =>
  db
    .select()
    .from(purchases)
    .where(eq(purchases.orderId, sql.placeholder('orderId'))),
)

/**
 * An account collects a casset once. A guest's purchase is known by its order only, so that nobody
 * can ask what an address has.
 */
const holdings = (ctx: Ctx, { id: orderId, holderId: userId, cassetId }: Order): Holdings => ({
  find: () =>
    userId === null
      ? ofOrder(ctx.db).get({ orderId })
      : purchase(ctx.db).get({ userId, cassetId, orderId, mode: ctx.config.paymentMode }),
  add: (held) => void addPurchase(ctx.db).run({ ...held, userId, cassetId }),
  change: (id, values) => void ctx.db.update(purchases).set(values).where(eq(purchases.id, id)).run(),
})

const heldTrack = prepared((db) =>
  db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), whereHeldSince(sql.placeholder('since'))))
    .limit(1),
)

/** Returns whether a purchase at the moment of payment holds any track. */
const hasTrack = (ctx: Ctx, { cassetId, paidAt }: Order): boolean =>
  heldTrack(ctx.db).get({ cassetId, since: paidAt ?? ctx.now() }) !== undefined

/**
 * A casset: each buyer collects it once, and the owner of the buyer's referral link is credited.
 */
export const cassetGoods: Goods = {
  kind: 'casset',
  isSale: true,
  deliver(ctx, order, standing) {
    grant(ctx, order, standing, holdings(ctx, order))
    // The person who referred a guest is credited once an account has claimed the purchase: anybody
    // can make up email addresses.
    if (order.holderId !== null) creditReferral(ctx, order, standing)
    const { cassetId } = order
    if (standing.isRevoked) ctx.jobs.add(eraseUnheldJob, { cassetId }, { key: cassetId })
  },
  obstacle: (ctx, order) => (hasTrack(ctx, order) ? null : 'there is nothing to hear on it any more'),
  held: (ctx, order) => holdings(ctx, order).find(),
  isHeld: (ctx, order) =>
    order.holderId === null
      ? holdings(ctx, order).find()?.endedAt === null
      : hasCollected(ctx, order.cassetId, order.holderId),
  lost: lostGuestLink,
  checkoutPath: () => '',
  label: 'Casset',
  receipt: { name: ({ cassetName }) => cassetName },
  sale: {
    did: ({ cassetName }) => `collected ${cassetName}`,
    what: ({ cassetName }) => cassetName,
    title: ({ cassetName }) => cassetName,
    name: ({ cassetName }) => cassetName,
    refundWarning: 'After a full refund, they lose the casset; after a partial one, they keep it.',
  },
  evidence: {
    product: ({ cassetName, order }, seller) =>
      `"${cassetName}", an album of music by ${seller}. It is digital: right after the payment it can be ` +
      `${isOfGuest(order) ? 'downloaded by a link that only its buyer has' : 'streamed and downloaded from the account that bought it'}. The page lists each track, and everybody can hear an excerpt before paying.`,
    isInAccount: true,
  },
  letter: {
    thanks: (name, seller) => `${name} by ${seller} is yours now. How good to have it with you.`,
    kept: 'You keep what you bought.',
    ended: 'You no longer have the casset.',
    keptAfterAll: 'Until the refund goes through, you have what you bought.',
  },
  figure: 'sales',
  ledgerName: (_ctx, { cassetName }) => cassetName,
}
