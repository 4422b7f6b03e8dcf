import type { Goods } from '../order/goods.ts'
import { saveRest, singlesOfRest } from './guest-rest.ts'
import { lostGuestLink } from './lost-guest-link.ts'
import { idsIn, idsMetadata } from './told-list.ts'

/**
 * The payment of a guest for the rest also tells of which orders it is the rest, so that they
 * belong together again where a restored database has lost it (rule: rebuilt-orders).
 */
export const lostGuestRest: NonNullable<Goods['lost']> = {
  tell: (ctx, order) => ({
    ...lostGuestLink.tell?.(ctx, order),
    ...idsMetadata('restOf', singlesOfRest(ctx, order.id)),
  }),
  rebuild(ctx, orderId, told) {
    lostGuestLink.rebuild?.(ctx, orderId, told)
    saveRest(ctx, orderId, idsIn(told, 'restOf') ?? [])
  },
}
