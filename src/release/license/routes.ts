import type { Ctx } from '../../context.ts'
import { signedAgent } from '../../platform/agent/signed-agent.ts'
import { takesSignature } from '../../platform/agent/takes-signature.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import { sendsFile, takesIdempotencyKey } from '../../platform/http/answer/sends.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { Access, AccessRequest, GrantQuery } from './access/access-model.ts'
import { requestAccess } from './access/request-access.ts'
import { serveGrant } from './access/serve-grant.ts'
import { idempotencyKeyOf } from './quote/repeatable.ts'

/** Routes with which agents request access (rule: grants). */
export const license = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/agents/releases/:id/access',
      async ({ params, body, request, server, set }) => {
        const agent = await signedAgent(ctx, request)
        const address = addressOf(ctx, request, server)
        const authorization = request.headers.get('authorization')
        const asker = { address, authorization, agent, idempotencyKey: idempotencyKeyOf(request) }
        const { access, receipt } = await requestAccess(ctx, params.id, body, asker)
        if (receipt !== undefined) set.headers['payment-receipt'] = receipt
        return access
      },
      {
        summary: 'Ask for an address that serves files or stems once',
        limit: 'agent-post',
        refuses: ['LICENSE_REQUIRED', 'FORBIDDEN', 'BAD_STATE'],
        detail: {
          ...takesSignature(),
          parameters: [...takesIdempotencyKey().parameters, ...takesSignature().parameters],
        },
        body: AccessRequest,
        response: { 200: Access },
      },
    )
    .get(
      '/api/agents/releases/:id/grant',
      ({ params, query, request, server }) => serveGrant(ctx, params.id, query.token, request, server),
      {
        summary: 'Fetch what was granted, once',
        limit: 'agent-read',
        query: GrantQuery,
        detail: {
          responses: {
            ...sendsFile('What was granted', 'application/zip', 'application/octet-stream'),
            ...refusals('FORBIDDEN'),
          },
        },
      },
    )
