import { Elysia } from 'elysia'
import type { Ctx } from '../../context.ts'
import { guard } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/list-query.ts'
import { listComments } from './list-comments.ts'
import { HookComments } from './model.ts'
import { setHookLike } from './set-hook-like.ts'
import { Like, Liked } from './shape.ts'

/** Routes of Hook Objects: their likes and comments (rules: hook-objects, comments). */
export const hook = (ctx: Ctx) =>
  new Elysia({ name: 'hook' })
    .use(guard(ctx))
    .post(
      '/api/hooks/:hookId/like',
      ({ author, params, body }) => ctx.jointly(() => setHookLike(ctx, author, params.hookId, body.liked)),
      { summary: 'Like a hook, or no longer', limit: 'write', session: true, body: Like, response: { 200: Liked } },
    )
    .get(
      '/api/hooks/:hookId/comments',
      ({ params, viewer, query }) => listComments(ctx, params.hookId, viewer, limitOf(query), query.cursor),
      { summary: 'Read the comments of a hook', limit: 'read', query: ListQuery, response: { 200: HookComments } },
    )
