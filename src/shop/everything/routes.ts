import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { endEverything, everythingOffer, setEverything } from './everything-offer.ts'
import * as shape from './model.ts'
import { everythingStanding } from './standing.ts'

const offered = (ctx: Ctx, author: Viewer, offer: shape.EverythingOffer | undefined) => ({
  offer: offer ?? null,
  standing: everythingStanding(ctx, author),
})

/** Routes by which an artist offers everything at a percent off (rule: everything). */
export const everything = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/studio/everything', ({ author }) => offered(ctx, author, everythingOffer(ctx, author.artistId)), {
      operation: 'getEverythingOffer',
      summary: 'Read what you take off for everything',
      session: true,
      response: { 200: shape.EverythingOffered },
    })
    .put(
      '/api/studio/everything',
      ({ author, body }) => offered(ctx, author, setEverything(ctx, author.artistId, body)),
      {
        operation: 'setEverythingOffer',
        summary: 'Sell everything at a percent off',
        session: true,
        body: shape.EverythingOffer,
        response: { 200: shape.EverythingOffered },
      },
    )
    .delete('/api/studio/everything', ({ author, status }) => status(204, none(endEverything(ctx, author.artistId))), {
      operation: 'endEverythingOffer',
      summary: 'Stop selling everything together',
      session: true,
      response: { 204: t.Undefined() },
    })
