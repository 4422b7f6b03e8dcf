import { Elysia, type Static, t } from 'elysia'
import type { Ctx } from '../context.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { listSales } from '../sale/read-sales.ts'
import { answerPage } from './answer-page.tsx'
import { StudioSalesPage } from './page/studio-sales/page.tsx'
import { readSalesView } from './page/studio-sales/view.ts'
import { themeOf } from './page/world/head.ts'
import { ownMedia } from './parts/own-media.ts'
import { toLogin } from './see-other.ts'

const salesOnPage = 50

const word = t.Optional(t.String({ maxLength: 200 }))
const Asked = t.Object({ cursor: word, span: word }, { additionalProperties: true })

type Asked = Static<typeof Asked>

/** The studio's room of what was sold. */
export const salesPages = (ctx: Ctx) =>
  new Elysia({ name: 'sales-pages' })
    .use(guard(ctx))
    .get(
      '/studio/sales',
      ({ request, query, viewer }) => (viewer ? salesPage(ctx, request, viewer, query) : toLogin('/studio/sales')),
      { limit: 'read', query: Asked },
    )

async function salesPage(ctx: Ctx, request: Request, viewer: Viewer, { cursor, span }: Asked): Promise<Response> {
  const media = ownMedia(ctx, viewer)
  const isTurned = cursor !== undefined
  const view = isTurned ? undefined : await readSalesView(ctx, viewer, span)
  return answerPage(ctx, request, viewer, {
    head: {
      title: 'Sales · Tapedeck',
      description: 'What was bought from you, and by whom.',
      path: '/studio/sales',
      sheet: 'workshop',
      theme: themeOf(ctx, media),
      isHidden: true,
    },
    main: (
      <StudioSalesPage media={media} {...listSales(ctx, viewer, salesOnPage, cursor)} isTurned={isTurned} view={view} />
    ),
  })
}
