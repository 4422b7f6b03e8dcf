import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { takesForm } from '../../platform/http/sends.ts'
import { Upgrade } from './model.ts'
import { beginUpgrade, goBack, readUpgrade } from './upgrade.ts'

/** Routes by which the desk puts another version in place of the running one. */
export const upgrade = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/desk/upgrade', () => readUpgrade(ctx), {
      summary: 'Read the version, and how the last upgrade went',
      limit: 'read',
      session: true,
      desk: 'site',
      response: { 200: Upgrade },
    })
    .post(
      '/api/desk/upgrade',
      async ({ author, request, status }) => {
        await beginUpgrade(ctx, author, request)
        return status(204, undefined)
      },
      {
        summary: 'Begin to put a newer version in place of the running one',
        limit: 'write',
        session: true,
        desk: 'site',
        fresh: true,
        refuses: ['BAD_STATE'],
        parse: 'none',
        detail: { requestBody: takesForm('The download for this machine', { signature: 'The text of its .minisig' }) },
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/desk/upgrade/back',
      ({ author, status }) => {
        goBack(ctx, author)
        return status(204, undefined)
      },
      {
        summary: 'Begin to put the version before back in place',
        limit: 'write',
        session: true,
        desk: 'site',
        fresh: true,
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
