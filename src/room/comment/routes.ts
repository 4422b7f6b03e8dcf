import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { listHookComments } from './list-hook-comments.ts'
import * as shape from './model.ts'
import { postComment } from './post-comment.ts'
import { removeComment } from './remove-comment.ts'

/** See src/docs/wings/room.md. */
export const comment = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/casset/:slug/comment',
      async ({ params, author, body, status }) =>
        status(201, { comment: await postComment(ctx, params.slug, author, body) }),
      {
        operation: 'postComment',
        summary: 'Write in a room',
        limit: 'comment',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.NewComment,
        response: { 201: shape.PostedComment },
      },
    )
    .get(
      '/api/hooks/:hookId/comments',
      ({ params, viewer, query }) => listHookComments(ctx, params.hookId, viewer, limitOf(query), query.cursor),
      {
        operation: 'listHookComments',
        summary: 'Read the comments of a hook',
        query: ListQuery,
        response: { 200: shape.HookComments },
      },
    )
    .delete(
      '/api/casset/:slug/comments/:id',
      ({ params, author, status }) => status(204, none(removeComment(ctx, params.slug, params.id, author))),
      {
        operation: 'deleteComment',
        summary: 'Remove a comment',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        response: { 204: t.Undefined() },
      },
    )
