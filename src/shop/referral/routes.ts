import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import * as shape from './model.ts'
import { myLinks } from './my-links.ts'
import { readReferrals } from './read-referrals.ts'
import { recordShare } from './record-share.ts'
import { referralLink } from './referral-link.ts'

/** See rules: referrals, shares. */
export const referral = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/casset/:slug/share',
      ({ author, params, body, status }) => status(201, recordShare(ctx, author, params.slug, body)),
      {
        operation: 'noteShare',
        summary: 'Note that a casset was shared',
        session: true,
        body: shape.NewShare,
        response: { 201: shape.Share },
      },
    )
    .post('/api/casset/:slug/referral-link', ({ author, params }) => referralLink(ctx, author, params.slug), {
      operation: 'getReferralLink',
      summary: 'Get your link of a casset',
      session: true,
      response: { 200: shape.ReferralLink },
    })
    .get('/api/referrals/mine', ({ author, query }) => myLinks(ctx, author, limitOf(query), query.cursor), {
      operation: 'getMyReferrals',
      summary: 'Read what your links brought',
      session: true,
      query: ListQuery,
      response: { 200: shape.MyLinks },
    })
    .get('/api/studio/referrals', ({ author, query }) => readReferrals(ctx, author, limitOf(query), query.cursor), {
      operation: 'getReferrals',
      summary: 'Read what links brought to your casset',
      session: true,
      query: ListQuery,
      response: { 200: shape.Referrals },
    })
