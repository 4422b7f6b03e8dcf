import { Elysia, t } from 'elysia'
import type { Ctx } from '../context.ts'
import { listBatches } from '../download-code/list-batches.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { answerPage } from './answer-page.tsx'
import { RedeemPage } from './page/redeem/page.tsx'
import { StudioCodesPage } from './page/studio-codes/page.tsx'
import { themeOf } from './page/world/head.ts'
import { ownMedia } from './parts/own-media.ts'
import { toLogin } from './see-other.ts'

const batchesOnPage = 50

const Given = t.Object({ code: t.Optional(t.String({ maxLength: 100 })) }, { additionalProperties: true })
const Turned = t.Object({ cursor: t.Optional(t.String({ maxLength: 200 })) }, { additionalProperties: true })

/** Where download codes are made, and where they are redeemed. */
export const codePages = (ctx: Ctx) =>
  new Elysia({ name: 'code-pages' })
    .use(guard(ctx))
    .get(
      '/redeem',
      ({ request, query: { code = '' }, viewer }) =>
        viewer
          ? redeemPage(ctx, request, viewer, code)
          : toLogin(code === '' ? '/redeem' : `/redeem?code=${encodeURIComponent(code)}`),
      { limit: 'read', query: Given },
    )
    .get(
      '/studio/codes',
      ({ request, query, viewer }) =>
        viewer ? studioPage(ctx, request, viewer, query.cursor) : toLogin('/studio/codes'),
      { limit: 'read', query: Turned },
    )

const redeemPage = (ctx: Ctx, request: Request, viewer: Viewer, code: string): Response =>
  answerPage(ctx, request, viewer, {
    head: {
      title: 'Redeem a code · Tapedeck',
      description: 'A download code is good for one casset.',
      path: '/redeem',
      sheet: 'counter',
      isHidden: true,
    },
    main: <RedeemPage code={code} />,
  })

function studioPage(ctx: Ctx, request: Request, viewer: Viewer, cursor: string | undefined): Response {
  const media = ownMedia(ctx, viewer)
  return answerPage(ctx, request, viewer, {
    head: {
      title: 'Download codes · Tapedeck',
      description: 'Codes that give your casset away.',
      path: '/studio/codes',
      sheet: 'workshop',
      theme: themeOf(ctx, media),
      isHidden: true,
    },
    main: (
      <StudioCodesPage
        media={media}
        {...listBatches(ctx, viewer, batchesOnPage, cursor)}
        nowMs={ctx.now()}
        isTurned={cursor !== undefined}
      />
    ),
  })
}
