import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import { knownBrowser } from '../session/device.ts'
import type { Remembering } from '../session/session-cookie.ts'
import { changePassword } from './change-password.ts'
import { forgotPassword } from './forgot-password.ts'
import { ChangePassword, ForgotPassword } from './model.ts'

/** See rules: password, emailed-links. */
export const password = (ctx: Ctx) => (app: Remembering) =>
  app
    .post(
      '/api/auth/password/forgot',
      ({ body, client, status }) => status(204, none(forgotPassword(ctx, body.email, client()))),
      {
        operation: 'forgotPassword',
        summary: 'Ask for a link to a new password',
        limit: { name: 'write', own: knownBrowser(ctx) },
        body: ForgotPassword,
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/auth/password/change',
      async ({ author, body, client, keepDevice, status }) => {
        await changePassword(ctx, author, body, client())
        keepDevice(author.userId)
        return status(204, undefined)
      },
      {
        operation: 'changePassword',
        summary: 'Change your password',
        session: true,
        refuses: ['BAD_STATE'],
        body: ChangePassword,
        response: { 204: t.Undefined() },
      },
    )
