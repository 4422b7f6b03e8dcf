import { notify, retell } from '../../account/notification/notify.ts'
import { accountOfArtist } from '../../books/seller/account/seller-account.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import type { Ctx } from '../../context.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import type { Campaign } from '../campaign.ts'
import { arrivedNotification, wonNotification } from '../drop-notifications.ts'
import type { Payout } from './payouts.ts'

/** Notifies the maker of a clip that it has won. Called in a transaction. */
export function tellWinner(ctx: Ctx, campaign: Campaign, { artistId, place, prize }: Payout): void {
  const { id, title, mode } = campaign
  const isReady = ownerArtist(ctx) === artistId || accountOfArtist(ctx, mode, artistId)?.ready === true
  const details = { id, title, place, prize, isReady, isTest: isTestMoney(mode) }
  notify(ctx, wonNotification, { artistId, key: id, details })
}

/**
 * Notifies a winner that their prize has arrived, and no longer that they have to say where to send
 * it. Called in a transaction.
 */
export function tellArrived(ctx: Ctx, { id, title, mode }: Campaign, { artistId, place, prize }: Payout): void {
  const details = { id, title, prize, isTest: isTestMoney(mode) }
  retell(ctx, wonNotification, { artistId, key: id, details: { ...details, place, isReady: true } })
  notify(ctx, arrivedNotification, { artistId, key: `${id} ${place}`, details })
}
