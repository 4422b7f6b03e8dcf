import type { Ctx } from '../../context.ts'
import { signedAgent } from '../../platform/agent/signed-agent.ts'
import { takesSignature } from '../../platform/agent/takes-signature.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { PermissionReceipt } from '../shape.ts'
import { checkPermission, checkPermissions } from './check-permission.ts'
import { PermissionCheck, PermissionChecks, PermissionReceipts } from './model.ts'

/** See rule: permission-check. */
export const permission = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/agents/releases/:id/permission-check',
      async ({ params, body, request, set }) =>
        checkPermission(ctx, params.id, body, await signedAgent(ctx, request, set.headers)),
      {
        operation: 'checkPermission',
        summary: 'Ask whether a use is allowed; the answer is a signed receipt',
        limit: 'agent-post',
        elsewhere: true,
        detail: takesSignature(),
        body: PermissionCheck,
        response: { 200: PermissionReceipt },
      },
    )
    .post(
      '/api/agents/permission-checks',
      async ({ body, request, set }) => checkPermissions(ctx, body, await signedAgent(ctx, request, set.headers)),
      {
        operation: 'checkPermissions',
        summary: 'Ask up to a hundred such questions at once',
        limit: 'agent-post',
        elsewhere: true,
        detail: takesSignature(),
        body: PermissionChecks,
        response: { 200: PermissionReceipts },
      },
    )
