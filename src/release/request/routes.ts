import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { signedAgent } from '../../platform/agent/signed-agent.ts'
import { takesSignature } from '../../platform/agent/takes-signature.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { isForeign, refuseForeignOrigin } from '../../platform/http/site/origin.ts'
import { NewQuote, Quote } from '../license/shape.ts'
import { answerRequest } from './answer-request.ts'
import { NewAnswer, OwnRequest, OwnRequests, SentRequest } from './model.ts'
import { listRequests, readSent, withdrawRequest } from './read-requests.ts'
import { requestLicense } from './request-license.ts'

/** See rules: quotes, asking. */
export const licenseRequest = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/agents/releases/:id/license-quote',
      async ({ params, body, viewer, request, path, set }) => {
        // A price is for every page; a person asks an artist here, and no other page for them.
        if (body.contact !== undefined) refuseForeignOrigin(ctx, request, path)
        const agent = await signedAgent(ctx, request, set.headers)
        const userId = isForeign(ctx, request) ? null : (viewer?.userId ?? null)
        return requestLicense(ctx, params.id, body, { userId, agent })
      },
      {
        operation: 'quoteLicense',
        summary: 'Ask what a license costs, or ask the artist for one',
        limit: 'agent-post',
        elsewhere: true,
        refuses: ['BAD_STATE', 'FORBIDDEN'],
        detail: takesSignature(),
        body: NewQuote,
        response: { 200: Quote },
      },
    )
    .get('/api/agents/license-requests/:id', ({ params }) => readSent(ctx, params.id), {
      operation: 'getLicenseRequest',
      summary: 'Read the answer to a request for a license',
      limit: 'agent-read',
      response: { 200: SentRequest },
    })
    .delete(
      '/api/agents/license-requests/:id',
      ({ params, status }) => status(204, none(withdrawRequest(ctx, params.id))),
      {
        operation: 'deleteLicenseRequest',
        summary: 'Delete a request for a license',
        limit: 'agent-post',
        response: { 204: t.Undefined() },
      },
    )
    .get(
      '/api/internal/releases/:id/requests',
      ({ author, params, query }) => listRequests(ctx, author, params.id, limitOf(query), query.cursor),
      {
        operation: 'listLicenseRequests',
        summary: 'List the requests for licenses of your release',
        session: true,
        refuses: ['FORBIDDEN'],
        query: ListQuery,
        response: { 200: OwnRequests },
      },
    )
    .post(
      '/api/internal/releases/:id/requests/:requestId/answer',
      ({ author, params, body }) => ({ request: answerRequest(ctx, author, params.id, params.requestId, body) }),
      {
        operation: 'answerLicenseRequest',
        summary: 'Answer a request for a license',
        session: true,
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        body: NewAnswer,
        response: { 200: t.Object({ request: OwnRequest }) },
      },
    )
