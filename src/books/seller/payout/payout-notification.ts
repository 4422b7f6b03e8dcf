import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../../account/notification/define-notification.ts'
import { notify } from '../../../account/notification/notify.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { sumText } from '../../../lib/money/money.ts'
import type { Payout } from '../../ledger/post-payout.ts'
import { ownerArtist } from '../owner-artist.ts'

export const payoutNotification = defineNotification('payout-failed', {
  digest: 'money',
  details: t.Object({ amount: t.Integer(), currency: t.String() }),
  message: (sum) => ({
    title: say('A payout of {sum} failed', { sum: sumText(sum) }),
    text: say('Your bank sent it back. Check your bank details; the money is kept for you.'),
    path: '/studio/payouts',
  }),
})

/** Tells an artist, or the owner, of a payout that came back. Called in a transaction. */
export function notifyOfReturn(ctx: Ctx, { id, amount, currency }: Payout, artistId: string | undefined): void {
  const told = artistId ?? ownerArtist(ctx)
  if (told) notify(ctx, payoutNotification, { artistId: told, key: id, details: { amount, currency } })
}
