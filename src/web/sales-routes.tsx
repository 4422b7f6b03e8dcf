import { Elysia, t } from 'elysia'
import type { Ctx } from '../context.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { listSales } from '../sale/read-sales.ts'
import { answerPage } from './answer-page.tsx'
import { ownMedia, themeOf } from './own-media.ts'
import { StudioSalesPage, studioSalesIslands } from './pages/studio-sales.tsx'
import { toLogin } from './see-other.ts'

const salesOnPage = 50

const Turned = t.Object({ cursor: t.Optional(t.String({ maxLength: 200 })) }, { additionalProperties: true })

/** The studio's room of what was sold. */
export const salesPages = (ctx: Ctx) =>
  new Elysia({ name: 'sales-pages' })
    .use(guard(ctx))
    .get(
      '/studio/sales',
      ({ request, query, viewer }) =>
        viewer ? salesPage(ctx, request, viewer, query.cursor) : toLogin('/studio/sales'),
      { limit: 'read', query: Turned },
    )

function salesPage(ctx: Ctx, request: Request, viewer: Viewer, cursor: string | undefined): Response {
  const media = ownMedia(ctx, viewer)
  return answerPage(ctx, request, viewer, {
    head: {
      title: 'Sales · Tapedeck',
      description: 'What was bought from you, and by whom.',
      path: '/studio/sales',
      islands: studioSalesIslands,
      sheet: 'workshop',
      theme: themeOf(ctx, media),
      isHidden: true,
    },
    main: (
      <StudioSalesPage media={media} {...listSales(ctx, viewer, salesOnPage, cursor)} isTurned={cursor !== undefined} />
    ),
  })
}
