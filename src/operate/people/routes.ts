import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { deletePerson, makeResetLink, signOutEverywhere } from './change-person.ts'
import * as shape from './model.ts'
import { readPerson } from './read-person.ts'

/** Routes of the people of the site, for its desk (rule: people). */
export const people = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/desk/people/:id', ({ params }) => ({ person: readPerson(ctx, params.id) }), {
      summary: 'Read about somebody with an account',
      limit: 'read',
      session: true,
      desk: 'people',
      refuses: ['NOT_FOUND'],
      response: { 200: t.Object({ person: shape.Person }) },
    })
    .post(
      '/api/desk/people/:id/sign-out',
      ({ author, params, status }) => {
        signOutEverywhere(ctx, author, params.id)
        return status(204, undefined)
      },
      {
        summary: 'Sign somebody out everywhere',
        limit: 'write',
        session: true,
        desk: 'people',
        refuses: ['NOT_FOUND'],
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/desk/people/:id/reset-link', ({ author, params }) => makeResetLink(ctx, author, params.id), {
      summary: 'Send somebody a link to set a new password',
      limit: 'write',
      session: true,
      desk: 'people',
      fresh: true,
      refuses: ['NOT_FOUND', 'BAD_STATE'],
      response: { 200: shape.ResetLink },
    })
    .post(
      '/api/desk/people/:id/delete',
      async ({ author, params, body, status }) => {
        await deletePerson(ctx, author, params.id, body)
        return status(204, undefined)
      },
      {
        summary: 'Delete somebody’s account',
        limit: 'write',
        session: true,
        desk: 'people',
        fresh: true,
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.Deleting,
        response: { 204: t.Undefined() },
      },
    )
