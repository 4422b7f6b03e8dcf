import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayAt } from '../../lib/time/calendar.ts'

export const withdrawalNotification = defineNotification('withdrawal-waits', {
  digest: 'money',
  details: t.Object({}),
  message: () => ({
    title: say('A withdrawal waits for you'),
    text: say(
      'Somebody withdrew from a contract, and the program cannot tell whether money is due. If it is, it is due within fourteen days.',
    ),
    path: '/desk/withdrawals',
  }),
})

/** Tells the owner of the instance, once a day however many come. Called in a transaction. */
export function tellOwner(ctx: Ctx): void {
  const artistId = ownerArtist(ctx)
  if (artistId !== undefined) notify(ctx, withdrawalNotification, { artistId, key: `${dayAt(ctx.now())}`, details: {} })
}
