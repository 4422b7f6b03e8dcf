import { notify } from '../../account/notification/notify.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import type { Ctx } from '../../context.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import type { Campaign } from '../campaign.ts'
import { payerNotification, prizeNotification } from '../drop-notifications.ts'
import { isShared } from './pool.ts'

type Change = { artistId: string; amount: number; currency: string; key: string; had: number | undefined }

/**
 * Notifies a winner that their part has changed, and the payer of what is theirs of the payment:
 * its costs beyond its own money, or what cannot be refunded (rule: prizes-taken-back). Called in a
 * transaction.
 */
export function notifyOfShare(ctx: Ctx, campaign: Campaign, { artistId, amount, currency, key, had }: Change): void {
  // The owner of the instance sees it in the processor's account.
  if (ownerArtist(ctx) === artistId) return
  const { id, title, mode } = campaign
  const details = { id, title, currency, isTest: isTestMoney(mode) }
  if (artistId === campaign.artistId) {
    const now = (had ?? 0) + amount
    // A prize that went back to them was told when it passed.
    if (now > 0 && isShared(campaign.state)) return
    notify(ctx, payerNotification, { artistId, key, details: { ...details, amount: now } })
  } else if (had !== undefined) {
    notify(ctx, prizeNotification, { artistId, key, details: { ...details, amount } })
  }
}
