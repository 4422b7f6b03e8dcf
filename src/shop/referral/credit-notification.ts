import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { referralLinks } from '../../../db/schema/shop/referral.ts'
import { defineNotification } from '../../account/notification/define-notification.ts'
import { notify } from '../../account/notification/notify.ts'
import { slugColumn } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'
import type { Order } from '../../order/order.ts'

/** A credit for a link. It does not name the buyer, whom only the artist may know. */
export const creditNotification = defineNotification('referral-credit', {
  switch: 'rewards',
  digest: 'news',
  details: t.Object({ name: t.String(), slug: t.String() }),
  message: ({ name, slug }) => ({
    title: say('Somebody bought {name} through your link', { name }),
    text: say('A credit for you. Thank you for passing it on.'),
    path: pagePath(slug),
  }),
})

/** Notifies the owner of a link of a credit. Called in the transaction that credits it. */
export function notifyOfCredit(ctx: Ctx, code: string, { id, cassetId }: Pick<Order, 'id' | 'cassetId'>): void {
  const owner = ctx.db
    .select({ artistId: artists.id })
    .from(referralLinks)
    .innerJoin(artists, eq(artists.userId, referralLinks.userId))
    .where(eq(referralLinks.code, code))
    .get()
  const casset = ctx.db
    .select({ name: cassets.name, slug: slugColumn() })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(cassets.id, cassetId))
    .get()
  if (owner && casset) notify(ctx, creditNotification, { artistId: owner.artistId, key: id, details: casset })
}
