import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { endEverything, everythingOffer, setEverything } from './everything-offer.ts'
import * as shape from './model.ts'

/** Routes by which an artist offers everything at a percent off (rule: everything). */
export const everything = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/studio/everything', ({ author }) => ({ offer: everythingOffer(ctx, author.artistId) ?? null }), {
      summary: 'Read what you take off for everything',
      session: true,
      response: { 200: shape.EverythingOffered },
    })
    .put('/api/studio/everything', ({ author, body }) => ({ offer: setEverything(ctx, author.artistId, body) }), {
      summary: 'Sell everything at a percent off',
      session: true,
      body: shape.EverythingOffer,
      response: { 200: shape.EverythingOffered },
    })
    .delete('/api/studio/everything', ({ author, status }) => status(204, none(endEverything(ctx, author.artistId))), {
      summary: 'Stop selling everything together',
      session: true,
      response: { 204: t.Undefined() },
    })
