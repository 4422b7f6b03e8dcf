import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { toProfile } from '../artist.ts'
import { ArtistProfile } from '../shape.ts'
import { changeHandle } from './change-handle.ts'
import { isHandle, isHandleFree } from './handle.ts'
import { ChangeHandle } from './model.ts'

/** See rules: handle-check, former-handles. */
export const handle = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/handles/:handle/available',
      ({ params: { handle } }) => {
        if (!isHandle(handle)) throw invalid('handle', say('A handle has 3 to 30 lowercase letters, digits, _ or -.'))
        return { available: isHandleFree(ctx, handle) }
      },
      {
        operation: 'checkHandle',
        summary: 'Ask whether a handle is free',
        limit: 'handle-available',
        refuses: ['VALIDATION'],
        response: { 200: t.Object({ available: t.Boolean() }) },
      },
    )
    .post(
      '/api/auth/handle',
      ({ author, body }) => ({ artist: toProfile(ctx, changeHandle(ctx, author, body.handle)) }),
      {
        operation: 'changeHandle',
        summary: 'Change your handle',
        session: true,
        fresh: true,
        body: ChangeHandle,
        response: { 200: t.Object({ artist: ArtistProfile }) },
      },
    )
