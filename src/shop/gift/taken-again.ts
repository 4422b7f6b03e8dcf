import type Stripe from 'stripe'
import { languages } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { forgetReader } from '../../platform/mail/forget-mails.ts'
import { changeGift, type GiftRow, giftOf } from './gift.ts'
import { isTaken } from './taker-emails.ts'

/** Returns a payment's metadata on whoever took its gift without an account, and when. */
export const tellTaken = (gift: GiftRow): Record<string, string> => ({
  // Unset once it is in a library.
  giftTaken: isTaken(gift) ? `${gift.claimedAt} ${gift.takerEmail ?? ''}`.trim() : '',
  giftLanguage: gift.takerLanguage ?? '',
})

const told = /^(\d{13,14})(?: (\S+))?$/

function toldIn({ giftTaken = '', giftLanguage }: Stripe.Metadata) {
  const [, at, email = ''] = told.exec(giftTaken) ?? []
  const takerLanguage = languages.find((language) => language === giftLanguage) ?? null
  return at === undefined ? undefined : { claimedAt: Number(at), takerEmail: readAddress(email) ?? '', takerLanguage }
}

/** Whether this database gave a gift to somebody else than its payment tells. */
export function isTakenByOther(gift: GiftRow | undefined, metadata: Stripe.Metadata): boolean {
  const taken = toldIn(metadata)
  return taken !== undefined && gift?.claimedAt != null && gift.claimedAt !== taken.claimedAt
}

/**
 * Gives a gift again to whoever took it after the backup, and forgets an address that was forgotten
 * since. Called in a transaction.
 */
export function takenAgain(ctx: Ctx, orderId: string, metadata: Stripe.Metadata): void {
  const taken = toldIn(metadata)
  const gift = giftOf(ctx, orderId)
  if (taken && gift?.claimedAt === null) changeGift(ctx, orderId, { ...taken, email: '' })
  if (taken?.takerEmail !== '' || gift?.claimedAt !== taken.claimedAt) return
  changeGift(ctx, orderId, { takerEmail: '' })
  forgetReader(ctx, [`gift-taken:${orderId}`])
}

/** Tells the instance's owner that a gift was taken after the copy; null when it was not. */
export const takenText = (ctx: Ctx, orderId: string, metadata: Stripe.Metadata): string | null =>
  toldIn(metadata) && giftOf(ctx, orderId)?.claimedAt === null
    ? say('the gift of order {order} was taken, but not in the database', { order: orderId })
    : null
