import { t } from 'elysia'
import type { Remembering } from '../../account/session/session-cookie.ts'
import type { Ctx } from '../../context.ts'
import { deleteAccount } from './delete-account.ts'
import { DeleteAccount } from './model.ts'

/** The route that deletes the caller's account (rule: deletion). */
export const deletion = (ctx: Ctx) => (app: Remembering) =>
  app.post(
    '/api/auth/account/delete',
    async ({ author, body, client, dropSession, status }) => {
      await deleteAccount(ctx, author, body, client())
      dropSession()
      return status(204, undefined)
    },
    {
      operation: 'deleteMyAccount',
      summary: 'Delete your account',
      session: true,
      refuses: ['BAD_STATE'],
      body: DeleteAccount,
      response: { 204: t.Undefined() },
    },
  )
