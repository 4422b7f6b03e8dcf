import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { actOn, actWith } from '../../platform/http/session/act.ts'
import type { DeskAct } from '../../platform/http/session/desk-acts.ts'
import { reasonIn } from '../moderation/report/reason-in.ts'
import { deletePerson, makeResetLink, signOutEverywhere } from './change-person.ts'
import * as shape from './model.ts'
import { personRow, readPerson } from './read-person.ts'

/** Returns the account that an address names. Throws NOT_FOUND, also for a deleted one. */
function personIn(ctx: Ctx, { id = '' }: Readonly<Record<string, string>>): { userIds: string[] } {
  if (!isUuidV7(id) || !personRow(ctx, id)) throw notFound('account')
  return { userIds: [id] }
}

/** Routes of the people of the site, for its desk (rule: people). */
export const people = (ctx: Ctx) => (app: Guarded) => {
  const aboutPerson = (act: DeskAct) => actOn(act, (params) => personIn(ctx, params))
  return app
    .get('/api/desk/people/:id', ({ params }) => ({ person: readPerson(ctx, params.id) }), {
      operation: 'getPerson',
      summary: 'Read about somebody with an account',
      session: true,
      desk: 'people',
      refuses: ['NOT_FOUND'],
      response: { 200: t.Object({ person: shape.Person }) },
    })
    .post(
      '/api/desk/people/:id/sign-out',
      ({ author, params, status }) => status(204, none(signOutEverywhere(ctx, author, params.id))),
      {
        operation: 'signOutPerson',
        summary: 'Sign somebody out everywhere',
        session: true,
        act: aboutPerson('sign-out'),
        refuses: ['NOT_FOUND'],
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/desk/people/:id/reset-link', ({ author, params }) => makeResetLink(ctx, author, params.id), {
      operation: 'sendResetLink',
      summary: 'Send somebody a link to set a new password',
      session: true,
      act: aboutPerson('reset-link'),
      refuses: ['NOT_FOUND', 'BAD_STATE'],
      response: { 200: shape.ResetLink },
    })
    .post(
      '/api/desk/people/:id/delete',
      async ({ author, params, body, requireStill, status }) =>
        status(204, none(await deletePerson(ctx, author, { id: params.id, ...body }, requireStill))),
      {
        operation: 'deletePerson',
        summary: 'Delete somebody’s account',
        session: true,
        act: actWith('delete-account', shape.Deleting, (params, { reason }) => ({
          ...personIn(ctx, params),
          reason: reasonIn(reason, 'reason'),
        })),
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.Deleting,
        response: { 204: t.Undefined() },
      },
    )
}
