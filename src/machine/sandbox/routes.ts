import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { listCredentials, makeCredential, revokeCredential } from './credential.ts'
import * as shape from './model.ts'

/** See rule: sandbox-credentials. Errors have the v1 envelope. */
export const sandbox = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/sandbox/credentials',
      ({ author, body, status }) => status(201, { credential: makeCredential(ctx, author, body.name) }),
      {
        operation: 'createSandboxCredential',
        summary: 'Make a credential for the sandbox',
        session: true,
        fresh: true,
        refuses: ['FORBIDDEN'],
        body: shape.CredentialDraft,
        response: { 201: t.Object({ credential: shape.NewCredential }) },
      },
    )
    .get(
      '/api/sandbox/credentials',
      ({ author, query }) => listCredentials(ctx, author, limitOf(query), query.cursor),
      {
        operation: 'listSandboxCredentials',
        summary: 'List your credentials for the sandbox',
        session: true,
        query: ListQuery,
        response: { 200: shape.Credentials },
      },
    )
    .delete(
      '/api/sandbox/credentials/:id',
      ({ author, params, status }) => status(204, none(revokeCredential(ctx, author, params.id))),
      {
        operation: 'revokeSandboxCredential',
        summary: 'Revoke a credential',
        session: true,
        refuses: ['FORBIDDEN'],
        response: { 204: t.Undefined() },
      },
    )
