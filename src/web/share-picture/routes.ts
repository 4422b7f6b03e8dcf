import { t } from 'elysia'
import { renderSVG } from 'uqr'
import { worldById } from '../../casset/access/visible-casset.ts'
import { usageHeadersOfCasset } from '../../casset/usage/casset-usage-headers.ts'
import type { Ctx } from '../../context.ts'
import { type Campaign, isPublic, visibleCampaign } from '../../drop/campaign.ts'
import { toCampaign } from '../../drop/view/to-campaign.ts'
import { notFound } from '../../errors.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { sendFile } from '../../platform/http/answer/send-file.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { shownElsewhere } from '../../platform/http/headers.ts'
import { seenParty } from '../../room/party/party.ts'
import { lookOf } from '../../world/look.ts'
import { readMedia } from '../../world/media.ts'
import { cachedPicture } from './cached-picture.ts'
import { pictureOfCasset, pictureOfDrop, pictureOfParty, squareOfCasset } from './describe.ts'
import { endingOf, keyOf, type SharePicture } from './share-picture.ts'

const params = t.Object({ file: t.String({ maxLength: 120 }) })

/**
 * The pictures that social networks show beside a link, and its code (QR) for posters. A page that
 * is hidden from somebody has none for them (rule: share-picture).
 */
export const sharePicture = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/share/casset/:file',
      ({ params: { file }, viewer, request }) => {
        const media = readMedia(ctx, named(file).toLowerCase(), viewer)
        const { published, privacy } = media.casset
        const isForAll = published && privacy !== 'private'
        return send(ctx, request, pictureOfCasset(ctx, media), isForAll, usageHeadersOfCasset(ctx, media.casset.id))
      },
      { params, detail: { hide: true } },
    )
    .get(
      '/share/square/:file',
      ({ params: { file }, viewer, request }) => {
        const media = readMedia(ctx, named(file, '.jpg').toLowerCase(), viewer)
        const { published, privacy } = media.casset
        const isForAll = published && privacy !== 'private'
        return send(ctx, request, squareOfCasset(ctx, media), isForAll, usageHeadersOfCasset(ctx, media.casset.id))
      },
      { params, detail: { hide: true } },
    )
    .get(
      '/share/drop/:file',
      ({ params: { file }, viewer, request }) => {
        const campaign = visibleCampaign(ctx, named(file), viewer)
        const usage = usageHeadersOfCasset(ctx, campaign.cassetId)
        return send(ctx, request, dropPicture(ctx, campaign), isPublic(ctx, campaign), usage)
      },
      { params, detail: { hide: true } },
    )
    .get(
      '/share/party/:file',
      ({ params: { file }, viewer, request }) => {
        const { world, party } = seenParty(ctx, named(file).toLowerCase(), viewer)
        const isForAll = world.casset.privacy !== 'private'
        return send(
          ctx,
          request,
          pictureOfParty(ctx, world, party),
          isForAll,
          usageHeadersOfCasset(ctx, world.casset.id),
        )
      },
      { params, detail: { hide: true } },
    )
    .get(
      '/share/code/:file',
      ({ params: { file }, viewer, set }) => {
        const media = readMedia(ctx, named(file, '.svg').toLowerCase(), viewer)
        Object.assign(set.headers, { 'content-type': 'image/svg+xml', 'cache-control': 'private, max-age=3600' })
        return renderSVG(ctx.site.origin + pagePath(media.casset.slug))
      },
      { params, detail: { hide: true } },
    )

function named(file: string, ending = '.png'): string {
  if (!file.endsWith(ending)) throw notFound('picture')
  return file.slice(0, -ending.length)
}

function dropPicture(ctx: Ctx, campaign: Campaign): SharePicture {
  const world = worldById(ctx, campaign.cassetId)
  if (!world) throw notFound('drop')
  return pictureOfDrop(ctx, toCampaign(ctx, campaign), lookOf(world))
}

// An address without the picture's version is asked for again after an hour.
const shared = 'public, max-age=3600'

async function send(
  ctx: Ctx,
  request: Request,
  picture: SharePicture,
  isForAll: boolean,
  usage: Record<string, string>,
): Promise<Response> {
  const { path, bytes } = await cachedPicture(ctx, picture)
  const headers = {
    ...shownElsewhere,
    ...usage,
    'content-type': endingOf(picture) === 'jpg' ? 'image/jpeg' : 'image/png',
    'cache-control': isForAll ? shared : 'private, no-store',
  }
  return sendFile(ctx, { place: { path }, bytes, etag: `"${keyOf(picture)}"`, headers }, request)
}
