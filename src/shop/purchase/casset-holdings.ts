import { and, eq, sql } from 'drizzle-orm'
import { prepared, rowsBy, wholeRow } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { whereOrderedSince } from '../../casset/access/held-track.ts'
import { openingOf } from '../../casset/access/opening.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Obstacle } from '../../order/goods.ts'
import type { Holdings } from '../../order/holding.ts'
import { orderByHeld } from '../../order/holding.ts'
import type { Order } from '../../order/order.ts'
import { whereCounted } from '../../platform/payment/mode.ts'

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

const ofOrder = rowsBy(purchases, 'orderId')

/**
 * Where an order of a casset is held: by an account, which collects it once, or by nobody's yet.
 * That of a guest, or a gift that nobody claimed, is known by its order only, so that nobody can
 * ask what an address has. A payment of a mode is looked for among the purchases of that one.
 */
export const cassetHoldings = (
  ctx: Ctx,
  { id: orderId, cassetId, mode }: Pick<Order, 'id' | 'cassetId' | 'mode'>,
  { userId, isGift }: { userId: string | null; isGift: boolean },
): Holdings => ({
  find: () =>
    userId === null
      ? ofOrder(ctx.db).get({ orderId })
      : purchase(ctx.db).get({ userId, cassetId, orderId, mode: mode === 'free' ? ctx.config.paymentMode : mode }),
  add: (held) => void addPurchase(ctx.db).run({ ...held, userId, cassetId, isGift }),
  change(id, values) {
    // A row that passes to another order is what that order makes it.
    const passed = values.orderId === undefined ? values : { ...values, isGift }
    ctx.db.update(purchases).set(passed).where(eq(purchases.id, id)).run()
  },
})

const heldTrack = prepared((db) =>
  db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), whereOrderedSince(sql.placeholder('since'))))
    .limit(1),
)

const nothingLeft: Obstacle = () => say('there is nothing to hear on it any more ## after a colon')

/** Tells the instance's owner that a restored copy has none of the music of a casset. */
export const missingMusic = (ctx: Ctx, casset: string, paidAt: number): string | null =>
  heldTrack(ctx.db).get({ cassetId: casset, since: paidAt })
    ? null
    : say(
        'the database has no music of the casset {casset}: once its artist has uploaded it again, tapedeck doctor --fix delivers it',
        { casset },
      )

/** Returns why a casset cannot be delivered any more, in words for its payer; null when it can. */
export function emptyCasset(ctx: Ctx, { cassetId, paidAt }: Pick<Order, 'cassetId' | 'paidAt'>): Obstacle | null {
  if (openingOf(ctx, cassetId).calledOffAt !== null) {
    return () => say('it was called off before it opened ## after a colon')
  }
  return heldTrack(ctx.db).get({ cassetId, since: paidAt ?? ctx.now() }) ? null : nothingLeft
}
