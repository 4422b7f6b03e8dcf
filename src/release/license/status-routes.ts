import type { Ctx } from '../../context.ts'
import { answerRead } from '../../platform/http/answer/answer-read.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { licenseTokenOf } from './access/license-authorization.ts'
import { LicenseCredential } from './credential.ts'
import { credentialForHolder, LicenseStatus, readStatus } from './license-status.ts'

/** See rule: license-credential. */
export const licenseStatus = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/agents/licenses/:id',
      ({ params, request }) => answerRead(request, JSON.stringify(readStatus(ctx, params.id))),
      {
        summary: 'Read whether a license holds',
        limit: 'agent-read',
        held: true,
        elsewhere: true,
        response: { 200: LicenseStatus },
      },
    )
    .get(
      '/api/agents/licenses/:id/credential',
      ({ params, request, viewer }) =>
        credentialForHolder(ctx, params.id, {
          token: licenseTokenOf(request.headers.get('authorization')),
          userId: viewer?.userId,
        }),
      {
        summary: 'Read the signed credential of a license',
        limit: 'agent-read',
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        response: { 200: LicenseCredential },
      },
    )
