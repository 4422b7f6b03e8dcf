import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { bringAddresses } from './bring-addresses.ts'
import * as shape from './model.ts'

/** The route by which an artist brings addresses to their mailing list (rule: opt-in). */
export const optIn = (ctx: Ctx) => (app: Guarded) =>
  app.post(
    '/api/studio/mailing-list/addresses',
    ({ author, body, status }) => status(201, bringAddresses(ctx, author, body)),
    {
      summary: 'Bring addresses to your mailing list',
      session: true,
      refuses: ['BAD_STATE'],
      body: shape.BroughtAddresses,
      response: { 201: shape.Brought },
    },
  )
