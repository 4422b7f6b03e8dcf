import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { setHookLike } from './set-hook-like.ts'
import { Like, Liked } from './shape.ts'

/** Routes of Hook Objects: their likes (rule: hook-objects). */
export const hook = (ctx: Ctx) => (app: Guarded) =>
  app.post(
    '/api/hooks/:hookId/like',
    ({ author, params, body }) => ctx.jointly(() => setHookLike(ctx, author, params.hookId, body.liked)),
    {
      operation: 'likeHook',
      summary: 'Like a hook, or no longer',
      session: true,
      body: Like,
      response: { 200: Liked },
    },
  )
