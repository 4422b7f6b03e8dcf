import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { bringAddresses } from './bring-addresses.ts'
import { endFollow, followByEmail } from './follow-by-email.ts'
import { joinList } from './join-list.ts'
import * as shape from './model.ts'

/**
 * People join a mailing list (rule: mailing-consent). An artist brings addresses to theirs (rule:
 * opt-in). Visitors follow an artist with nothing but an email address (rule: follow-by-email), and
 * accounts stop following.
 */
export const optIn = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/casset/:slug/mailing-list',
      ({ params, holder, body, status }) => status(204, none(joinList(ctx, params.slug, holder, body))),
      {
        operation: 'joinMailingList',
        summary: 'Join a mailing list',
        holder: true,
        refuses: ['BAD_STATE'],
        body: shape.NewConsent,
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/studio/mailing-list/addresses',
      async ({ author, body, status }) => status(201, await bringAddresses(ctx, author, body)),
      {
        operation: 'importAddresses',
        summary: 'Bring addresses to your mailing list',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.BroughtAddresses,
        response: { 201: shape.Brought },
      },
    )
    .post(
      '/api/casset/:slug/follow-by-email',
      ({ params, viewer, body, status }) => status(204, none(followByEmail(ctx, params.slug, viewer, body.email))),
      {
        operation: 'followByEmail',
        summary: 'Follow an artist by email alone',
        limit: 'email-by-guest',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.NewFollower,
        response: { 204: t.Undefined() },
      },
    )
    .delete(
      '/api/casset/:slug/follow',
      async ({ params, author, status }) => status(204, none(await endFollow(ctx, params.slug, author))),
      {
        operation: 'unfollow',
        summary: 'Stop following an artist',
        session: true,
        refuses: ['NOT_FOUND'],
        response: { 204: t.Undefined() },
      },
    )
