import { Elysia, t } from 'elysia'
import type { Ctx } from '../context.ts'
import { readGoods } from '../download/read-goods.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { readMedia } from '../world/read-media.ts'
import { answerPage } from './answer-page.tsx'
import { CheckoutPage } from './page/checkout/page.tsx'
import { LibraryPage } from './page/library/page.tsx'
import { readShelf } from './page/library/view.ts'
import { themeOf } from './page/world/head.ts'
import { counterHeaders, paymentOf, Returned, toLoginAt } from './parts/at-counter.ts'
import { saleOf } from './parts/sale.ts'
import { toTape } from './parts/tape-view.ts'
import { toLogin } from './see-other.ts'

const Turned = t.Object({ cursor: t.Optional(t.String({ maxLength: 200 })) }, { additionalProperties: true })

/** The checkout of a casset, and the shelf with what was collected. */
export const checkoutPages = (ctx: Ctx) =>
  new Elysia({ name: 'checkout-pages' })
    .use(guard(ctx))
    .get(
      '/checkout/:slug',
      ({ request, params, query, viewer }) =>
        viewer
          ? checkoutPage(ctx, request, { slug: params.slug, viewer, returned: query.payment_intent ?? null })
          : toLoginAt(request),
      { limit: 'read', params: t.Object({ slug: t.String() }), query: Returned },
    )
    .get(
      '/library',
      ({ request, query, viewer }) => (viewer ? libraryPage(ctx, request, viewer, query.cursor) : toLogin('/library')),
      { limit: 'read', query: Turned },
    )

type Visit = { slug: string; viewer: Viewer; returned: string | null }

function checkoutPage(ctx: Ctx, request: Request, { slug, viewer, returned }: Visit): Response {
  const media = readMedia(ctx, slug, viewer)
  const { casset, artist } = media
  return answerPage(ctx, request, viewer, {
    head: {
      title: `Collect ${casset.name} by ${artist.displayName} · Tapedeck`,
      description: 'Collect the casset and hear all of it.',
      path: `/checkout/${slug}`,
      sheet: 'counter',
      theme: themeOf(ctx, media),
      isHidden: true,
    },
    main: (
      <CheckoutPage
        media={media}
        goods={readGoods(ctx, casset.id)}
        sale={saleOf(ctx, media)}
        tape={toTape(ctx, media)}
        payment={paymentOf(ctx, returned)}
      />
    ),
    headers: counterHeaders(ctx),
  })
}

function libraryPage(ctx: Ctx, request: Request, viewer: Viewer, cursor: string | undefined): Response {
  return answerPage(ctx, request, viewer, {
    head: {
      title: 'Your shelf · Tapedeck',
      description: 'Every casset you collected.',
      path: '/library',
      sheet: 'counter',
      isHidden: true,
    },
    main: <LibraryPage {...readShelf(ctx, viewer, cursor)} isTurned={cursor !== undefined} />,
  })
}
