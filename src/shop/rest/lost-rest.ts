import type { Goods } from '../../order/goods.ts'
import { joinClaimed } from './claim-joined.ts'
import { lostGuestLink } from './lost-guest-link.ts'
import { saveRest, singlesOfRest } from './rest-orders.ts'
import { idsIn, idsMetadata } from './told-list.ts'

// So many fit into the metadata beside everything else. An order that is rebuilt without the others
// keeps their tracks when they are paid back.
const mostTold = 195

/**
 * A payment for the rest also tells of which orders it is the rest, so that they belong together
 * again where a restored database has lost it (rule: rebuilt-orders).
 */
export const lostRest: NonNullable<Goods['lost']> = {
  ...lostGuestLink,
  tell: (ctx, order) => ({
    ...lostGuestLink.tell?.(ctx, order),
    ...idsMetadata('restOf', singlesOfRest(ctx, order.id).slice(0, mostTold)),
  }),
  rebuild(ctx, orderId, told) {
    lostGuestLink.rebuild?.(ctx, orderId, told)
    saveRest(ctx, orderId, idsIn(told, 'restOf') ?? [])
    joinClaimed(ctx, orderId)
  },
}
