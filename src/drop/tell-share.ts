import { notify } from '../account/notification/notify.ts'
import type { Ctx } from '../context.ts'
import { ownerArtist } from '../money/seller/owner-artist.ts'
import { isTestMoney } from '../platform/payment/mode.ts'
import type { Campaign } from './campaign.ts'
import { payerNotification, prizeNotification } from './drop-notifications.ts'

/** How an artist's part of a payment has changed, under the name of the change, and what it was before. */
type Change = { artistId: string; amount: number; currency: string; key: string; had: number | undefined }

/**
 * Tells a winner that a part which they had has changed, and who paid what is theirs of the
 * payment: what it costs beyond its own money, or what cannot be refunded
 * (rule: prizes-taken-back). Called in a transaction.
 */
export function tellShare(ctx: Ctx, campaign: Campaign, { artistId, amount, currency, key, had }: Change): void {
  // The owner of the instance has the processor's account: they see there what they have.
  if (ownerArtist(ctx) === artistId) return
  const { id, title, mode } = campaign
  const details = { id, title, currency, isTest: isTestMoney(mode) }
  if (artistId === campaign.artistId) {
    notify(ctx, payerNotification, { artistId, key, details: { ...details, amount: (had ?? 0) + amount } })
  } else if (had !== undefined) {
    notify(ctx, prizeNotification, { artistId, key, details: { ...details, amount } })
  }
}
