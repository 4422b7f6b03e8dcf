import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import { takesForm } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { changesSite, readsSite } from '../desk/route-options.ts'
import { Upgrade } from './model.ts'
import { beginUpgrade, goBack, readUpgrade } from './upgrade.ts'

export const upgrade = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/desk/upgrade',
      () => readUpgrade(ctx),
      readsSite('getUpgrade', 'Read the version, and how the last upgrade went', Upgrade),
    )
    .post(
      '/api/desk/upgrade',
      async ({ author, request, requireStill, status }) =>
        status(204, none(await beginUpgrade(ctx, author, request, requireStill))),
      {
        ...changesSite('upgrade', 'startUpgrade', 'Begin to put a newer version in place of the running one'),
        refuses: ['BAD_STATE'],
        parse: 'none',
        detail: { requestBody: takesForm('The download for this machine', { signature: 'The text of its .minisig' }) },
      },
    )
    .post('/api/desk/upgrade/back', ({ author, status }) => status(204, none(goBack(ctx, author))), {
      ...changesSite('go-back', 'startDowngrade', 'Begin to put the version before back in place'),
      refuses: ['BAD_STATE'],
    })
