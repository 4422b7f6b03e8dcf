import type { Ctx } from '../../context.ts'
import { signedAgent } from '../../platform/agent/signed-agent.ts'
import { takesSignature } from '../../platform/agent/takes-signature.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import { sendsFile, takesIdempotencyKey } from '../../platform/http/answer/sends.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { idempotencyKeyOf } from '../../platform/http/request/repeatable.ts'
import { Access, AccessRequest, GrantQuery, SoldRequest } from './access/access-model.ts'
import { grantSold } from './access/grant-sold.ts'
import { licenseTokenOf } from './access/license-authorization.ts'
import { requestAccess } from './access/request-access.ts'
import { serveGrant } from './access/serve-grant.ts'
import { grantedLicense } from './license-status.ts'

/** Routes with which agents and holders of licenses get files (rules: grants, licensed-files). */
export const license = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/agents/releases/:id/access',
      async ({ params, body, request, server, set }) => {
        const agent = await signedAgent(ctx, request, set.headers)
        const address = addressOf(ctx, request, server)
        const authorization = request.headers.get('authorization')
        const asker = { address, authorization, agent, idempotencyKey: idempotencyKeyOf(request) }
        const { access, receipt } = await requestAccess(ctx, params.id, body, asker)
        if (receipt !== undefined) set.headers['payment-receipt'] = receipt
        return access
      },
      {
        operation: 'requestAccess',
        summary: 'Ask for an address that serves files or stems once',
        limit: 'agent-post',
        elsewhere: true,
        refuses: ['LICENSE_REQUIRED', 'FORBIDDEN', 'BAD_STATE'],
        tells: ['Payment-Receipt'],
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
        operation: 'fetchGrant',
        summary: 'Fetch what was granted, once',
        limit: 'agent-read',
        elsewhere: true,
        query: GrantQuery,
        detail: sendsGranted(),
      },
    )
    .post(
      '/api/agents/licenses/:id/access',
      ({ params, body: { resource, licenseToken, secret }, request, viewer }) => {
        const token = licenseToken ?? licenseTokenOf(request.headers.get('authorization'))
        return grantSold(ctx, params.id, resource, { token, secret, userId: viewer?.userId })
      },
      {
        operation: 'requestLicensedAccess',
        summary: 'Ask for an address that serves what a license was sold with, once',
        limit: 'agent-post',
        refuses: ['FORBIDDEN'],
        body: SoldRequest,
        response: { 200: Access },
      },
    )
    .get(
      '/api/agents/licenses/:id/grant',
      ({ params: { id }, query, request, server }) =>
        serveGrant(ctx, grantedLicense(ctx, id).releaseId, query.token, request, server, id),
      {
        operation: 'fetchLicensedGrant',
        summary: 'Fetch what a license was sold with, once',
        limit: 'agent-read',
        query: GrantQuery,
        detail: sendsGranted(),
      },
    )

const sendsGranted = () => ({
  responses: {
    ...sendsFile('What was granted', 'application/zip', 'application/octet-stream'),
    ...refusals('FORBIDDEN'),
  },
})
