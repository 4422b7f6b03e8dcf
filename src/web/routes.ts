import { Elysia } from 'elysia'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Cover } from '../platform/asset/shape.ts'
import { themeSheet } from './document/theme.ts'
import { sitePictureOf } from './site-picture.ts'

const forEver = 'public, max-age=31536000, immutable'
const daily = 'public, max-age=86400'

/** The pages' public files, and those that browsers ask every site for. They are not limited. */
export const webFiles = (ctx: Ctx) =>
  new Elysia({ name: 'web-files', detail: { hide: true } })
    .get('/a/*', ({ request, path }) => serveAsset(ctx, request, path))
    .get('/theme/:file', ({ params }) => themeFile(params.file))
    .get('/favicon.ico', ({ request }) => ctx.assets.asset(request, ctx.assets.url('icons/icon-192.png'), daily))
    .get('/app.webmanifest', () =>
      Response.json(webManifest(ctx), {
        headers: { 'content-type': 'application/manifest+json', 'cache-control': daily },
      }),
    )
    .get('/sw.js', ({ request }) => serveWorker(ctx, request))

// It may fetch from this site only.
const workerPolicy = "default-src 'none'; connect-src 'self'"

/** At the root because it handles every page. Browsers request it anew at each visit. */
async function serveWorker({ assets }: Ctx, request: Request): Promise<Response> {
  const answer = await assets.asset(request, assets.manifest.worker, 'no-cache')
  answer.headers.set('content-security-policy', workerPolicy)
  return answer
}

// From this site it may load only the typefaces, and it may fetch nothing.
const clipWorkerPolicy = "default-src 'none'; font-src 'self'"

async function serveAsset({ assets }: Ctx, request: Request, path: string): Promise<Response> {
  const answer = await assets.asset(request, path)
  if (path === assets.manifest.clipWorker) answer.headers.set('content-security-policy', clipWorkerPolicy)
  return answer
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

// Browsers install no app by a smaller one.
const leastIconPx = 192

function webManifest(ctx: Ctx) {
  const { site } = ctx.config
  const picture = sitePictureOf(ctx)
  return {
    id: '/',
    name: site.name,
    short_name: site.name,
    description: site.line ?? 'Music that stays with the people who made it.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f9ede4',
    theme_color: site.color ?? '#b03f00',
    icons: picture?.variants.some(({ width }) => width >= leastIconPx) ? iconsOf(picture) : drawnIcons(ctx),
  }
}

const iconsOf = ({ variants }: Cover) =>
  variants.map(({ url, width, type }) => ({ src: url, sizes: `${width}x${width}`, type }))

const drawnIcons = ({ assets: { url } }: Ctx) => [
  { src: url('icons/icon-192.png'), sizes: '192x192', type: 'image/png' },
  { src: url('icons/icon-512.png'), sizes: '512x512', type: 'image/png' },
  { src: url('icons/icon-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: url('icon.svg'), sizes: 'any', type: 'image/svg+xml' },
]
