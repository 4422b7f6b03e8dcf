import { t } from 'elysia'
import { renderToString } from 'preact-render-to-string'
import { priceNoteOf } from '../../books/tax/price-note.ts'
import { usageHeadersOfCasset } from '../../casset/usage/casset-usage-headers.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { currentLanguage, say } from '../../lib/language/say.ts'
import { notedPrice } from '../../lib/money/money.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { answerRead } from '../../platform/http/answer/answer-read.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { fetchedElsewhere } from '../../platform/http/headers.ts'
import { signatureOf } from '../../platform/setting/site-config.ts'
import { readMedia } from '../../world/media.ts'
import { contentSecurityPolicy, createDocument, html } from '../document/html.ts'
import { themeOf } from '../document/theme.ts'
import type { Media } from '../parts/tape-view.ts'
import { visitorState } from '../parts/visitor-state.ts'
import { pictureUrl, sitePictureOf } from '../site-picture.ts'
import { type FrameKind, frameHtml, frameSizes } from './frame.tsx'
import { EmbedPage } from './page.tsx'

/** See rule: embed. */
const policy = contentSecurityPolicy(['frame-ancestors *', "form-action 'none'"])

const OEmbed = t.Object({
  version: t.Literal('1.0'),
  type: t.Literal('rich'),
  provider_name: t.String(),
  provider_url: t.String(),
  title: t.String(),
  author_name: t.String(),
  author_url: t.String(),
  html: t.String(),
  width: t.Integer(),
  height: t.Integer(),
  cache_age: t.Integer(),
  thumbnail_url: t.Optional(t.String()),
  thumbnail_width: t.Optional(t.Integer()),
  thumbnail_height: t.Optional(t.Integer()),
})

/**
 * The player of a casset for other sites: a page that anybody may frame, and the answer for oEmbed
 * consumers (https://oembed.com). Nobody is signed in there: everybody hears thirty seconds of each
 * track.
 */
export const embed = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/@:handle/embed',
      ({ params, query, request, set }) => {
        delete set.headers['x-frame-options']
        return embedPage(ctx, request, readMedia(ctx, params.handle, null), query.size === 'line')
      },
      {
        params: t.Object({ handle: t.String() }),
        query: t.Object({ size: t.Optional(t.String({ maxLength: 10 })) }, { additionalProperties: true }),
        detail: { hide: true },
      },
    )
    .get(
      '/oembed',
      ({ query, request }) => answerRead(request, JSON.stringify(describe(ctx, query)), fetchedElsewhere),
      {
        operation: 'getEmbed',
        summary: 'Describe a page for embedding (oEmbed)',
        held: true,
        refuses: ['NOT_FOUND', 'NOT_IMPLEMENTED'],
        query: t.Object({
          url: t.String({ maxLength: 2048, description: 'the address of a casset’s page' }),
          format: t.Optional(t.String({ maxLength: 10, description: 'json, the only one there is' })),
          maxwidth: t.Optional(t.Numeric({ minimum: 1, maximum: 10_000 })),
          maxheight: t.Optional(t.Numeric({ minimum: 1, maximum: 10_000 })),
        }),
        response: { 200: OEmbed },
      },
    )

function embedPage(ctx: Ctx, request: Request, media: Media, isLine: boolean): Response {
  const { origin } = ctx.site
  const { manifest } = ctx.assets
  const picture = sitePictureOf(ctx)
  const page = (
    <EmbedPage
      media={media}
      isLine={isLine}
      url={urlOf(origin, media)}
      offer={offerOf(ctx, media)}
      site={signatureOf(ctx)}
      picture={picture && pictureUrl(picture, 128)}
      sheets={[manifest.sheets.embed, themeOf(ctx, media)]}
      script={ctx.assets.scripts(currentLanguage()).embed}
    />
  )
  const document = createDocument(`<!doctype html>${renderToString(page)}`)
  const usage = usageHeadersOfCasset(ctx, media.casset.id)
  const headers = { ...usage, 'content-security-policy': policy, vary: 'Accept-Encoding' }
  return html(request, document, { audience: 'anyone', headers })
}

/** Returns the slug of the casset whose page has a path; undefined for another path. */
function slugAt(path: string): string | undefined {
  const [, handle, word] = /^\/@([^/]+)(?:\/([^/]+))?\/?$/.exec(path) ?? []
  return word === undefined ? handle : `${handle}.${word}`
}

const urlOf = (origin: string, { casset }: Media) => origin + pagePath(casset.slug)

function offerOf(ctx: Ctx, media: Media): string {
  if (visitorState(ctx, media) !== 'open') return say('Hear more')
  const { price } = media.casset
  return price.amount === 0
    ? say('Get it free')
    : say('Buy for {price}', { price: notedPrice(price, priceNoteOf(ctx, media.artist.handle)) })
}

type EmbedQuery = { url: string; format?: string; maxwidth?: number; maxheight?: number }

function describe(ctx: Ctx, { url, format = 'json', maxwidth = Infinity, maxheight = Infinity }: EmbedQuery) {
  if (format !== 'json')
    throw new AppError('NOT_IMPLEMENTED', say('oEmbed is given as JSON only.'), { field: 'format' })
  const { origin } = ctx.site
  const page = URL.canParse(url) ? new URL(url) : undefined
  const slug = page?.origin === origin ? slugAt(page.pathname) : undefined
  if (slug === undefined) throw notFound('casset')
  const media = readMedia(ctx, slug.toLowerCase(), null)
  const { artist, casset, cover } = media
  const kind: FrameKind = maxheight < frameSizes.card.height ? 'line' : 'card'
  const width = Math.min(frameSizes[kind].width, Math.floor(maxwidth))
  const height = Math.min(frameSizes[kind].height, Math.floor(maxheight))
  const title = say('{name} by {displayName}', { name: casset.name, displayName: artist.displayName })
  return {
    version: '1.0' as const,
    type: 'rich' as const,
    provider_name: signatureOf(ctx),
    provider_url: origin,
    title,
    author_name: artist.displayName,
    author_url: `${origin}/@${artist.handle}`,
    html: frameHtml({ origin, slug: casset.slug, title, kind, width, height }),
    width,
    height,
    cache_age: 3600,
    ...(cover ? { thumbnail_url: new URL(cover.url, origin).href, thumbnail_width: 640, thumbnail_height: 640 } : {}),
  }
}
