import { Elysia } from 'elysia'
import type { Ctx } from '../context.ts'
import { listEmojis } from '../emoji/list-emojis.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { canBePaid } from '../seller/can-be-paid.ts'
import { answerPage } from './answer-page.tsx'
import { StudioEmojiPage } from './page/studio-emoji/page.tsx'
import { themeOf } from './page/world/head.ts'
import { ownMedia } from './parts/own-media.ts'
import { toLogin } from './see-other.ts'

/** The studio's room of emoji. */
export const emojiPages = (ctx: Ctx) =>
  new Elysia({ name: 'emoji-pages' })
    .use(guard(ctx))
    .get(
      '/studio/emoji',
      ({ request, viewer }) => (viewer ? emojiPage(ctx, request, viewer) : toLogin('/studio/emoji')),
      { limit: 'read' },
    )

function emojiPage(ctx: Ctx, request: Request, viewer: Viewer): Response {
  const media = ownMedia(ctx, viewer)
  const { id, price } = media.casset
  return answerPage(ctx, request, viewer, {
    head: {
      title: 'Emoji · Tapedeck',
      description: 'Small pictures that others buy.',
      path: '/studio/emoji',
      sheet: 'workshop',
      theme: themeOf(ctx, media),
      isHidden: true,
    },
    main: (
      <StudioEmojiPage
        media={media}
        emojis={listEmojis(ctx, id)}
        currency={price.currency}
        isPayable={canBePaid(ctx, viewer.handle)}
      />
    ),
  })
}
