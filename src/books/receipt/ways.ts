import type { Order } from '../../../db/schema/order/order.ts'
import { openingOf } from '../../casset/access/opening.ts'
import { worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { keyTo } from '../../platform/mail/queue-email.ts'

/** Returns the key of a receipt that leads to the music in the library of its payer. */
export const wayToMusic = (ctx: Ctx, { cassetId }: Order): string[] => [
  keyTo(
    openingOf(ctx, cassetId).opensAt === null ? say('Download') : say('See your order'),
    `${ctx.site.origin}/library`,
  ),
]

export function wayToPage(ctx: Ctx, { cassetId }: Order): string[] {
  const world = worldById(ctx, cassetId)
  return world ? [keyTo(say('See it'), `${ctx.site.origin}${pagePath(world.artist.handle)}`)] : []
}
