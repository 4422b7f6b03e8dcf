import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account.ts'
import { ownerOf } from '../account/make-owner.ts'
import type { Ctx } from '../context.ts'
import type { Payout } from '../ledger/post-payout.ts'
import { writeMoney } from '../lib/money.ts'
import { defineNotification } from '../notification/define-notification.ts'
import { notify } from '../notification/notify.ts'

/** A payout that did not reach its bank. */
export const payoutNotification = defineNotification('payout-failed', {
  letter: 'money',
  details: t.Object({ amount: t.Integer(), currency: t.String() }),
  words: (sum) => ({
    title: `A payout of ${writeMoney(sum)} failed`,
    text: 'Your bank sent it back. Check your bank details; the money is kept for you.',
    path: '/studio/payouts',
  }),
})

/** Tells an artist, or the owner of the instance without one, of a payout that came back. Called in a transaction. */
export function tellReturned(ctx: Ctx, { id, amount, currency }: Payout, artistId: string | undefined): void {
  const told = artistId ?? artistOfOwner(ctx)
  if (told) notify(ctx, payoutNotification, { artistId: told, key: id, details: { amount, currency } })
}

function artistOfOwner(ctx: Ctx): string | undefined {
  const owner = ownerOf(ctx)
  if (!owner) return undefined
  return ctx.db.select({ id: artists.id }).from(artists).where(eq(artists.userId, owner.userId)).get()?.id
}
