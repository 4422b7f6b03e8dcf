import { t } from 'elysia'
import { ownCasset } from '../casset/casset.ts'
import { cassetTag } from '../casset/revision.ts'
import type { Ctx } from '../context.ts'
import { mostTapes } from '../lib/music/tape.ts'
import type { Guarded } from '../platform/http/guard.ts'
import { answerStranger } from './kept-media.ts'
import { isOwnerMedia, OwnerMedia, PublicMedia, readMedia } from './media.ts'

/** The route of the media payload of a casset's page (rule: one-payload). */
export const world = (ctx: Ctx) => (app: Guarded) =>
  app.get(
    '/api/casset/:slug/media',
    ({ params, viewer, set, request }) => {
      if (viewer === null) return answerStranger(ctx, request, params.slug)
      const media = readMedia(ctx, params.slug, viewer, mostTapes)
      if (isOwnerMedia(media)) set.headers.etag = cassetTag(ownCasset(ctx, media.casset.id, viewer))
      // The number of listeners changes constantly: it is never part of a kept or compared page.
      return { ...media, room: { listeners: ctx.hub.listenersIn(media.casset.id) } }
    },
    {
      operation: 'getCasset',
      summary: "Read all of a casset's page",
      held: true,
      response: { 200: t.Union([OwnerMedia, PublicMedia]) },
    },
  )
