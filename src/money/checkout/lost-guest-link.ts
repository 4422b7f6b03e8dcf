import type { Goods } from '../order/goods.ts'
import { firstLinkHash, saveLink } from '../order/guest-link.ts'

const isHash = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f]{64}$/.test(text)

/**
 * The payment carries the hash of the link that a guest was shown, so that the link works again
 * where a restored database has lost the order (rule: rebuilt-orders).
 */
export const lostGuestLink: NonNullable<Goods['lost']> = {
  tell(ctx, { id }) {
    const guestLink = firstLinkHash(ctx, id)
    return guestLink === undefined ? {} : { guestLink }
  },
  rebuild(ctx, orderId, { guestLink, buyerEmail }) {
    if (buyerEmail !== undefined && isHash(guestLink)) saveLink(ctx, orderId, 'open', guestLink)
  },
}
