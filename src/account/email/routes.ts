import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Remembering } from '../session/session-cookie.ts'
import { VerifyEmail } from './model.ts'
import { mailVerification, verifyEmail } from './verify-email.ts'

/** See rule: emailed-links. */
export const email = (ctx: Ctx) => (app: Remembering) =>
  app
    .post(
      '/api/auth/email/verify',
      ({ body, client, status }) => status(204, none(verifyEmail(ctx, body.token, client()))),
      {
        operation: 'verifyEmail',
        summary: 'Verify an email address by a link',
        body: VerifyEmail,
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/auth/email/send', ({ author, status }) => status(204, none(mailVerification(ctx, author))), {
      operation: 'resendVerification',
      summary: 'Send the link again',
      session: true,
      refuses: ['BAD_STATE'],
      response: { 204: t.Undefined() },
    })
