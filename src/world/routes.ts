import { Elysia, t } from 'elysia'
import type { Ctx } from '../context.ts'
import { guard } from '../http/guard.ts'
import { OwnerMedia, PublicMedia } from './model.ts'
import { readMedia } from './read-media.ts'

/** The route of the media payload of a casset's page (rule 4.3). */
export const world = (ctx: Ctx) =>
  new Elysia({ name: 'world' })
    .use(guard(ctx))
    .get('/api/casset/:slug/media', ({ params, viewer }) => readMedia(ctx, params.slug, viewer), {
      limit: 'read',
      response: { 200: t.Union([OwnerMedia, PublicMedia]) },
    })
