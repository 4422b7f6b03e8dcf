import { Type as t } from '@sinclair/typebox'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { personOf } from '../../account/person-of.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'
import type { Order } from '../../order/order.ts'

/** A gift was claimed, which its payer is told; or it has ended, which its holder is told. */
export const giftNotification = defineNotification('gift', {
  digest: 'news',
  details: t.Object({ name: t.String(), slug: t.String(), hasEnded: t.Boolean() }),
  message: ({ name, slug, hasEnded }) =>
    hasEnded
      ? {
          title: say('Your gift {name} has ended', { name }),
          text: say('Its payment went back to whoever gave it to you.'),
          path: pagePath(slug),
        }
      : {
          title: say('Your gift {name} was claimed', { name }),
          text: say('The person you gave it to has it now.'),
          path: '/library',
        },
})

/** Notifies the payer of a gift that somebody claimed it. Called in its transaction. */
export const notifyOfClaim = (ctx: Ctx, order: Order): void => tell(ctx, order, order.userId, false)

/** Notifies the holder of a gift that it has ended. Called in its transaction. */
export const notifyOfEnd = (ctx: Ctx, order: Order, holderId: string): void => tell(ctx, order, holderId, true)

function tell(ctx: Ctx, { id, cassetId }: Order, userId: string | null, hasEnded: boolean): void {
  const reader = userId === null ? undefined : personOf(ctx, userId)
  if (!reader) return
  const { casset, artist } = cassetForSale(ctx, cassetId)
  const details = { name: casset.name, slug: artist.handle, hasEnded }
  notify(ctx, giftNotification, { artistId: reader.artistId, key: hasEnded ? `${id} ended` : id, details })
}
