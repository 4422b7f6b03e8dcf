import { Elysia, t } from 'elysia'
import { visibleCasset } from '../access/visible-casset.ts'
import { assetUrl } from '../asset/asset-url.ts'
import { readWaveforms } from '../audio/read-waveforms.ts'
import { rack } from '../casset/recent-cassets.ts'
import type { Ctx } from '../context.ts'
import { readGoods } from '../download/read-goods.ts'
import { notFound } from '../errors.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { readMedia } from '../world/read-media.ts'
import { answerPage } from './answer-page.tsx'
import { robots, webManifest } from './files.ts'
import { HomePage } from './page/home/page.tsx'
import { worldHead } from './page/world/head.ts'
import { WorldPage } from './page/world/page.tsx'
import { saleOf } from './parts/sale.ts'
import { canCollect, drawnWaveforms, type Media, toTape } from './parts/tape-view.ts'
import { trayOf } from './parts/tray.ts'
import { themeSheet } from './theme.ts'

const tapesOnRack = 24
const forEver = 'public, max-age=31536000, immutable'
const daily = 'public, max-age=86400'

/** The public pages and the files they are made of. */
export const web = (ctx: Ctx) =>
  new Elysia({ name: 'web' })
    .use(guard(ctx))
    .get('/', ({ request, viewer }) => homePage(ctx, request, viewer), { limit: 'read' })
    .get('/@:handle', ({ request, params, viewer }) => worldPage(ctx, request, params.handle, viewer), {
      limit: 'read',
      params: t.Object({ handle: t.String() }),
    })
    .get('/a/*', ({ request, path }) => ctx.assets.asset(request, path))
    .get('/theme/:file', ({ params }) => themeFile(params.file))
    .get('/favicon.ico', ({ request }) => ctx.assets.asset(request, ctx.assets.url('icons/icon-192.png'), daily))
    .get('/app.webmanifest', () =>
      Response.json(webManifest(ctx.assets), {
        headers: { 'content-type': 'application/manifest+json', 'cache-control': daily },
      }),
    )
    .get(
      '/robots.txt',
      () => new Response(robots, { headers: { 'content-type': 'text/plain', 'cache-control': daily } }),
    )

function homePage(ctx: Ctx, request: Request, viewer: Viewer | null): Response {
  return answerPage(ctx, request, viewer, {
    head: {
      title: 'Tapedeck: press play, keep the tape',
      description:
        'Cassets by artists who run their own deck: hear a hook of every track, read the inlay, keep the tape.',
      path: '/',
      image: { url: ctx.assets.url('icons/icon-512.png'), alt: 'A compact cassette' },
    },
    main: <HomePage rack={rackTapes(ctx)} isSignedIn={viewer !== null} />,
  })
}

const rackTapes = (ctx: Ctx) =>
  rack(ctx, tapesOnRack).map((entry) => ({ ...entry, canCollect: canCollect(ctx, entry.handle, entry.price) }))

function worldPage(ctx: Ctx, request: Request, handle: string, viewer: Viewer | null): Response {
  const media = readMedia(ctx, handle, viewer)
  const origin = ctx.site.origin
  const drawn = media.tracks.slice(0, drawnWaveforms).map(({ id }) => id)
  return answerPage(ctx, request, viewer, {
    head: worldHead(ctx, media, origin),
    main: (
      <WorldPage
        media={media}
        sale={saleOf(ctx, media)}
        tape={toTape(ctx, media)}
        tray={trayOf(ctx, media)}
        waveforms={readWaveforms(ctx, drawn)}
        goods={readGoods(ctx, media.casset.id)}
        url={`${origin}/@${media.artist.handle}`}
        backgroundUrl={backgroundOf(ctx, media, viewer)}
      />
    ),
    foot: { theme: media.theme.footerTheme, line: `What you hear here is ${media.artist.displayName}’s own.` },
  })
}

/** The picture behind the page, if its artist chose one: the cover, or an image of its own. */
function backgroundOf(ctx: Ctx, { casset, theme, cover }: Media, viewer: Viewer | null): string | null {
  if (theme.cassetBackgroundSource === 'cover') return cover?.url ?? null
  if (theme.cassetBackgroundSource !== 'image') return null
  const { backgroundAssetId } = visibleCasset(ctx, casset.slug, viewer).casset
  return backgroundAssetId === null ? null : assetUrl(backgroundAssetId, 1280)
}

function themeFile(file: string): Response {
  const sheet = themeSheet(file)
  if (sheet === null) throw notFound('sheet')
  const headers = {
    'content-type': 'text/css; charset=utf-8',
    'cache-control': forEver,
    'x-content-type-options': 'nosniff',
  }
  return new Response(sheet, { headers })
}
