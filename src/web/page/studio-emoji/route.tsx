import type { Ctx } from '../../../context.ts'
import { listEmojis } from '../../../money/emoji/list-emojis.ts'
import { obstacleTo } from '../../../money/seller/can-be-paid.ts'
import { sellingOf } from '../../../money/seller/selling.ts'
import type { Viewer } from '../../../platform/http/session.ts'
import { page, required } from '../../page.tsx'
import { studioPageOf } from '../../parts/shared-studio.tsx'
import { ownMedia, studioHead } from '../../parts/studio-layout.tsx'
import { StudioEmojiPage } from './page.tsx'

/** `/studio/emoji`. */
export const studioEmojiRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/emoji', viewer: required }, ({ viewer }) => emojiOf(ctx, viewer, viewer.handle))

/** `/studio/together/{slug}/emoji`: those of a co-casset, for its creator. */
export const studioTogetherEmojiRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/together/:slug/emoji', viewer: required }, ({ viewer, params }) =>
    emojiOf(ctx, viewer, params.slug ?? ''),
  )

function emojiOf(ctx: Ctx, viewer: Viewer, slug: string) {
  const media = ownMedia(ctx, viewer, slug)
  const { id, price } = media.casset
  const description = 'Small pictures that others buy.'
  return {
    head: studioHead(ctx, media, { title: 'Emoji', description, path: studioPageOf(media, 'emoji').here }),
    main: (
      <StudioEmojiPage
        media={media}
        cassetId={id}
        emojis={listEmojis(ctx, id)}
        currency={price.currency}
        obstacle={obstacleTo(ctx, slug)}
        ownsSite={viewer.role === 'owner'}
        most={sellingOf(ctx, viewer, price.currency).limits?.most ?? null}
      />
    ),
  }
}
