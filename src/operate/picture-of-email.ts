import { worldById } from '../casset/access/visible-casset.ts'
import { say } from '../lib/language/say.ts'
import { orderById } from '../order/order.ts'
import { assetUrl } from '../platform/asset/asset-url.ts'
import type { PictureOfEmail } from '../platform/mail/send-mail.ts'

// Their keys go on with the order.
const aboutOrders: ReadonlySet<string> = new Set(['receipt', 'gift', 'gift-taken'])

export const pictureOfEmail: PictureOfEmail = (ctx, { kind, uniqueKey }) => {
  const order = aboutOrders.has(kind) ? orderById(ctx, uniqueKey.split(':')[1] ?? '') : undefined
  const world = order && worldById(ctx, order.cassetId)
  if (!world?.cover) return undefined
  const url = ctx.site.origin + assetUrl(world.cover.id, 640)
  return { url, alt: say('The sleeve of {name}', { name: world.casset.name }), width: 240 }
}
