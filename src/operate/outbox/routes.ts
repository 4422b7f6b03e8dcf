import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { limitOf } from '../../platform/http/request/list-query.ts'
import { changesSite, readsSite } from '../desk/route-options.ts'
import { EmailsQuery, TroubledEmails } from './model.ts'
import { listTroubledEmails, sendAgain } from './outbox.ts'

export const outbox = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/desk/emails', ({ query }) => listTroubledEmails(ctx, limitOf(query), query), {
      ...readsSite('listTroubledEmails', 'List emails that did not go out as they should', TroubledEmails),
      query: EmailsQuery,
    })
    .post('/api/desk/emails/:id/send', ({ params, status }) => status(204, none(sendAgain(ctx, params.id))), {
      ...changesSite('send-email', 'resendEmail', 'Send an email again'),
      refuses: ['NOT_FOUND', 'BAD_STATE'],
    })
