import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Remembering } from '../session/session-cookie.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'
import * as shape from './model.ts'
import { actorOfReset, resetPassword } from './reset-password.ts'
import { undoEmailChange } from './undo-email.ts'

/** A valid link to set a new password has a bucket of its own, which strangers cannot use up. */
const validLink = (ctx: Ctx) => (_: Request, body: unknown) => actorOfReset(ctx, body)

/**
 * Routes of a new password by an emailed link, and of another email address (rules: email-change,
 * email-takeback, lost-passkeys).
 */
export const recovery = (ctx: Ctx) => (app: Remembering) =>
  app
    .post(
      '/api/auth/password/reset',
      async ({ body, client, keepDevice, status }) => {
        const reset = await resetPassword(ctx, body, client())
        if ('secondStep' in reset) return status(200, reset)
        keepDevice(reset.userId)
        return status(204, undefined)
      },
      {
        operation: 'resetPassword',
        summary: 'Set a new password by a link',
        limit: { name: 'write', own: validLink(ctx) },
        refuses: ['UNAUTHENTICATED', 'BAD_STATE'],
        body: shape.ResetPassword,
        response: { 200: shape.AskedForPasskey, 204: t.Undefined() },
      },
    )
    .post(
      '/api/auth/email/change',
      async ({ author, body, client, status }) =>
        status(204, none(await requestEmailChange(ctx, author, body, client()))),
      {
        operation: 'changeEmail',
        summary: 'Ask for another email address',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.ChangeEmail,
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/auth/email/confirm', ({ body, client }) => ({ email: confirmEmailChange(ctx, body.token, client()) }), {
      operation: 'confirmEmailChange',
      summary: 'Confirm another email address by a link',
      refuses: ['BAD_STATE'],
      body: shape.MailedToken,
      response: { 200: shape.Address },
    })
    .post('/api/auth/email/undo', ({ body, client }) => ({ email: undoEmailChange(ctx, body.token, client()) }), {
      operation: 'undoEmailChange',
      summary: 'Take back a changed email address by a link',
      refuses: ['BAD_STATE'],
      body: shape.MailedToken,
      response: { 200: shape.Address },
    })
