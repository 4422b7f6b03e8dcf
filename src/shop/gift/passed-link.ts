import type { Ctx } from '../../context.ts'
import { hmac, sha256Hex } from '../../lib/hash/hmac.ts'
import { orderOfLink, saveLink } from '../../order/guest-link.ts'
import { tellLater } from '../../order/tell-payment.ts'
import type { GiftRow } from './gift.ts'

type Passed = Pick<GiftRow, 'orderId' | 'email'>

/** The secret of the link that a payer passes on: always the same, until the address changes. */
const secretOf = ({ secrets }: Ctx, { orderId, email }: Passed): string =>
  hmac(hmac(secrets.audioToken, 'links of gifts'), `${orderId} ${email}`)

const isSaved = (ctx: Ctx, gift: Passed): boolean => orderOfLink(ctx, 'gift', secretOf(ctx, gift))?.id === gift.orderId

/** Stores the hash of the link that a gift's payer can pass on. Called in a transaction. */
export function savePassedLink(ctx: Ctx, gift: Passed): void {
  if (isSaved(ctx, gift)) return
  saveLink(ctx, gift.orderId, 'gift', sha256Hex(secretOf(ctx, gift)))
  tellLater(ctx, gift.orderId)
}

export const giftUrl = ({ site }: Ctx, secret: string): string => `${site.origin}/gift/${secret}`

/** Returns the link that a gift's payer can pass on; null once it is taken. */
export const passedUrl = (ctx: Ctx, gift: Passed & Pick<GiftRow, 'claimedAt'>): string | null =>
  gift.claimedAt === null && isSaved(ctx, gift) ? giftUrl(ctx, secretOf(ctx, gift)) : null
