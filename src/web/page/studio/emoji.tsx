import EmojiEditor, { type EmojiEditorProps } from '../../../../public/islands/studio/emoji/emoji.tsx'
import { obstacleTo } from '../../../books/seller/can-be-paid.ts'
import { sellingOf } from '../../../books/seller/permission/selling.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { payablePrices } from '../../../platform/payment/settled-least.ts'
import { listEmojis } from '../../../shop/emoji/list-emojis.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { AboutShared, studioPageOf } from '../../parts/studio/shared-studio.tsx'
import { ownMedia, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'
import type { Media } from '../../parts/tape-view.ts'

/** `/studio/emoji`. */
export const studioEmojiRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/emoji', viewer: required }, ({ viewer }) => emojiOf(ctx, viewer, viewer.handle))

/** `/studio/tapes/{slug}/emoji`: those of a further tape. */
export const studioTapeEmojiRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/tapes/:slug/emoji', viewer: required }, ({ viewer, params }) =>
    emojiOf(ctx, viewer, params.slug ?? ''),
  )

/** `/studio/together/{slug}/emoji`: those of a co-casset, for its creator. */
export const studioTogetherEmojiRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/together/:slug/emoji', viewer: required }, ({ viewer, params }) =>
    emojiOf(ctx, viewer, params.slug ?? ''),
  )

function emojiOf(ctx: Ctx, viewer: Viewer, slug: string) {
  const media = ownMedia(ctx, viewer, slug)
  const { id, price } = media.casset
  const description = say('Emoji that your fans can buy.')
  return {
    head: studioHead(ctx, media, { title: say('Emoji'), description, path: studioPageOf(media, 'emoji').here }),
    main: (
      <StudioEmojiPage
        media={media}
        cassetId={id}
        emojis={listEmojis(ctx, id)}
        currency={price.currency}
        prices={payablePrices(ctx, price.currency)}
        obstacle={obstacleTo(ctx, slug)}
        ownsSite={viewer.role === 'owner'}
        most={sellingOf(ctx, viewer, price.currency).limits?.most ?? null}
      />
    ),
  }
}

const Editor = island('studio/emoji/emoji', EmojiEditor)

const StudioEmojiPage = ({ media, ...props }: EmojiEditorProps & { media: Media }) => (
  <StudioLayout here={studioPageOf(media, 'emoji').here} texture={media.texture} theme={media.theme}>
    <article class="jcard emoji-card">
      <header>
        <AboutShared media={media} />
        <h1>{say('Emoji')}</h1>
        <p class="hint">{say('Emoji that your fans can buy and use in the live room of your casset.')}</p>
      </header>
      <Editor {...props} />
    </article>
  </StudioLayout>
)
