import { Elysia, t } from 'elysia'
import type { Ctx } from '../context.ts'
import { lookAtEmoji } from '../emoji/look-at-emoji.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { canBePaid } from '../seller/can-be-paid.ts'
import { readMedia } from '../world/read-media.ts'
import { answerPage } from './answer-page.tsx'
import { EmojiPage, type EmojiSale } from './page/checkout-emoji/page.tsx'
import { TipPage } from './page/checkout-tip/page.tsx'
import { themeOf } from './page/world/head.ts'
import { counterHeaders, paymentOf, Returned, toLoginAt } from './parts/at-counter.ts'
import type { Media } from './parts/tape-view.ts'
import { trayOf } from './parts/tray.ts'

/** Where tips and emoji are paid. */
export const counterPages = (ctx: Ctx) =>
  new Elysia({ name: 'counter-pages' })
    .use(guard(ctx))
    .get(
      '/checkout/:slug/tip',
      ({ request, params, query, viewer }) =>
        viewer
          ? tipPage(ctx, request, { ...params, viewer, returned: query.payment_intent ?? null })
          : toLoginAt(request),
      { limit: 'read', params: t.Object({ slug: t.String() }), query: Returned },
    )
    .get(
      '/checkout/:slug/emoji/:emojiId',
      ({ request, params, query, viewer }) =>
        viewer
          ? emojiPage(ctx, request, { ...params, viewer, returned: query.payment_intent ?? null })
          : toLoginAt(request),
      { limit: 'read', params: t.Object({ slug: t.String(), emojiId: t.String() }), query: Returned },
    )

type Visit = { slug: string; viewer: Viewer; returned: string | null }

const headOf = (ctx: Ctx, media: Media, path: string) =>
  ({ path: `/checkout/${path}`, sheet: 'counter', theme: themeOf(ctx, media), isHidden: true }) as const

function tipPage(ctx: Ctx, request: Request, { slug, viewer, returned }: Visit): Response {
  const media = readMedia(ctx, slug, viewer)
  return answerPage(ctx, request, viewer, {
    head: {
      ...headOf(ctx, media, `${slug}/tip`),
      title: `Tip ${media.artist.displayName} · Tapedeck`,
      description: 'Leave the artist something.',
    },
    main: <TipPage media={media} payment={paymentOf(ctx, returned)} canTip={trayOf(ctx, media).canTip} />,
    headers: counterHeaders(ctx),
  })
}

function emojiPage(ctx: Ctx, request: Request, visit: Visit & { emojiId: string }): Response {
  const { slug, viewer, emojiId, returned } = visit
  const media = readMedia(ctx, slug, viewer)
  const { isWithdrawn, ...looked } = lookAtEmoji(ctx, media.casset, emojiId)
  const emoji = { ...looked, owned: media.emojis.some(({ id, owned }) => id === emojiId && owned) }
  const isOpen = emoji.price.amount === 0 || canBePaid(ctx, media.artist.handle)
  return answerPage(ctx, request, viewer, {
    head: {
      ...headOf(ctx, media, `${slug}/emoji/${emojiId}`),
      title: `:${emoji.shortcode}: by ${media.artist.displayName} · Tapedeck`,
      description: 'An emoji of your own.',
    },
    main: (
      <EmojiPage
        media={media}
        emoji={emoji}
        sale={emojiSale({ isOwn: media.viewer.owner, isYours: emoji.owned, isWithdrawn, isOpen })}
        payment={paymentOf(ctx, returned)}
      />
    ),
    headers: counterHeaders(ctx),
  })
}

type Standing = { isOwn: boolean; isYours: boolean; isWithdrawn: boolean; isOpen: boolean }

function emojiSale({ isOwn, isYours, isWithdrawn, isOpen }: Standing): EmojiSale {
  if (isOwn) return 'own'
  if (isYours) return 'yours'
  if (isWithdrawn) return 'withdrawn'
  return isOpen ? 'open' : 'shut'
}
