import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Remembering } from '../session/session-cookie.ts'
import { SetUp } from './model.ts'
import { claimOwnership } from './setup-token.ts'

export const owner = (ctx: Ctx) => (app: Remembering) =>
  app.post(
    '/api/auth/setup',
    ({ author, body, client, status }) => status(204, none(claimOwnership(ctx, author, body.token, client()))),
    {
      operation: 'finishAccount',
      summary: 'Finish your account',
      session: true,
      refuses: ['BAD_STATE'],
      body: SetUp,
      response: { 204: t.Undefined() },
    },
  )
