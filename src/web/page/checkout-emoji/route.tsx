import type { Ctx } from '../../../context.ts'
import { lookAtEmoji } from '../../../money/emoji/look-at-emoji.ts'
import { readMedia } from '../../../world/read-media.ts'
import { page, required } from '../../page.tsx'
import { checkoutHead, checkoutHeaders, paymentOf, returned } from '../../parts/payment.ts'
import { canCollect } from '../../parts/tape-view.ts'
import { EmojiPage, type EmojiSale } from './page.tsx'

/** `/checkout/:slug/emoji/:emojiId`: where an emoji is paid. */
export const checkoutEmojiRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/checkout/:slug/emoji/:emojiId', viewer: required, query: returned },
    ({ viewer, params: { slug, emojiId }, query }) => {
      const media = readMedia(ctx, slug, viewer)
      const { isWithdrawn, ...looked } = lookAtEmoji(ctx, media.casset, emojiId)
      const emoji = { ...looked, owned: media.emojis.some(({ id, owned }) => id === emojiId && owned) }
      const isOpen = canCollect(ctx, media.artist.handle, emoji.price)
      const title = `:${emoji.shortcode}: by ${media.artist.displayName}`
      const description = 'An emoji of your own.'
      return {
        head: checkoutHead(ctx, media, { title, description, path: `${slug}/emoji/${emojiId}` }),
        main: (
          <EmojiPage
            media={media}
            emoji={emoji}
            sale={emojiSale({ isOwn: media.viewer.owner, isYours: emoji.owned, isWithdrawn, isOpen })}
            payment={paymentOf(ctx, viewer, media, query.payment_intent)}
          />
        ),
        headers: checkoutHeaders(ctx),
      }
    },
  )

type ToViewer = { isOwn: boolean; isYours: boolean; isWithdrawn: boolean; isOpen: boolean }

function emojiSale({ isOwn, isYours, isWithdrawn, isOpen }: ToViewer): EmojiSale {
  if (isOwn) return 'own'
  if (isYours) return 'yours'
  if (isWithdrawn) return 'withdrawn'
  return isOpen ? 'open' : 'shut'
}
