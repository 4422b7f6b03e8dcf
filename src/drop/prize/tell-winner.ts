import { notify } from '../../account/notification/notify.ts'
import { accountOfArtist } from '../../books/seller/account/seller-account.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import type { Ctx } from '../../context.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import type { Campaign } from '../campaign.ts'
import { wonNotification } from '../drop-notifications.ts'
import type { Payout } from './payouts.ts'

/** Notifies the maker of a clip that it has won. Called in a transaction. */
export function tellWinner(ctx: Ctx, campaign: Campaign, { artistId, place, prize }: Payout): void {
  const { id, title, mode } = campaign
  const isReady = ownerArtist(ctx) === artistId || accountOfArtist(ctx, mode, artistId)?.ready === true
  const details = { id, title, place, prize, isReady, isTest: isTestMoney(mode) }
  notify(ctx, wonNotification, { artistId, key: id, details })
}
