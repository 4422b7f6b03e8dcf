import { Elysia } from 'elysia'
import { visibleCasset } from '../access/visible-casset.ts'
import { assetUrl } from '../asset/asset-url.ts'
import type { Ctx } from '../context.ts'
import { guard, signedIn } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { canBePaid } from '../seller/can-be-paid.ts'
import { readStorage } from '../storage/read-storage.ts'
import { answerPage } from './answer-page.tsx'
import { StudioPage } from './page/studio/page.tsx'
import { themeOf } from './page/world/head.ts'
import { ownMedia } from './parts/own-media.ts'
import { toTape } from './parts/tape-view.ts'
import { seeOther, toLogin } from './see-other.ts'

/** The studio, and the stylesheet of whatever its owner's world looks like now. */
export const studioPages = (ctx: Ctx) =>
  new Elysia({ name: 'studio-pages' })
    .use(guard(ctx))
    .get('/studio', ({ request, viewer }) => (viewer ? studioPage(ctx, request, viewer) : toLogin('/studio')))
    .get('/studio/theme.css', ({ viewer }) => seeOther(ownTheme(ctx, signedIn(viewer))))

const ownTheme = (ctx: Ctx, viewer: Viewer) => themeOf(ctx, ownMedia(ctx, viewer))

function studioPage(ctx: Ctx, request: Request, viewer: Viewer): Response {
  const media = ownMedia(ctx, viewer)
  const storage = readStorage(ctx, viewer)
  const { backgroundAssetId } = visibleCasset(ctx, viewer.handle, viewer).casset
  return answerPage(ctx, request, viewer, {
    head: {
      title: 'Studio · Tapedeck',
      description: 'Put music on your casset.',
      path: '/studio',
      sheet: 'workshop',
      theme: themeOf(ctx, media),
      isHidden: true,
    },
    main: (
      <StudioPage
        media={media}
        tape={toTape(ctx, media)}
        maxUploadBytes={ctx.config.maxUploadBytes}
        storageWords={storage.quotaBytes === null ? null : storage.words}
        takesPayments={ctx.config.payments !== 'off'}
        canBePaid={canBePaid(ctx, viewer.handle)}
        origin={ctx.site.origin}
        backgroundUrl={backgroundAssetId === null ? null : assetUrl(backgroundAssetId, 1280)}
      />
    ),
  })
}
