import type { Ctx } from '../../../context.ts'
import { listEmojis } from '../../../emoji/list-emojis.ts'
import { obstacleTo } from '../../../seller/can-be-paid.ts'
import { sellingOf } from '../../../seller/selling.ts'
import { page, required } from '../../page.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { StudioEmojiPage } from './page.tsx'

/** `/studio/emoji`. */
export const studioEmojiRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/emoji', viewer: required }, ({ viewer }) => {
    const media = ownMedia(ctx, viewer)
    const { id, price } = media.casset
    const description = 'Small pictures that others buy.'
    return {
      head: studioHead(ctx, media, { title: 'Emoji', description, path: '/studio/emoji' }),
      main: (
        <StudioEmojiPage
          media={media}
          emojis={listEmojis(ctx, id)}
          currency={price.currency}
          obstacle={obstacleTo(ctx, viewer.handle)}
          most={sellingOf(ctx, viewer, price.currency).limits?.most ?? null}
        />
      ),
    }
  })
