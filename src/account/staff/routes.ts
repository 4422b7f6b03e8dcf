import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { actOn } from '../../platform/http/session/act.ts'
import { Helper, Helpers, NewHelper } from './model.ts'
import { endHelper, listHelpers, nameHelper } from './staff.ts'

/** Routes of the people who help at the desk, for the owner of the instance (rule: helpers). */
export const staff = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/desk/helpers', () => ({ helpers: listHelpers(ctx) }), {
      operation: 'listHelpers',
      summary: 'List those who help at the desk',
      session: true,
      desk: 'helpers',
      response: { 200: Helpers },
    })
    .put('/api/desk/helpers', ({ author, body }) => ({ helper: nameHelper(ctx, author, body) }), {
      operation: 'setHelper',
      summary: 'Let somebody help at the desk',
      session: true,
      act: { act: 'name-helper' },
      refuses: ['BAD_STATE'],
      body: NewHelper,
      response: { 200: t.Object({ helper: Helper }) },
    })
    .delete(
      '/api/desk/helpers/:id',
      ({ author, params, status }) => status(204, none(endHelper(ctx, author, params.id))),
      {
        operation: 'removeHelper',
        summary: 'Let somebody help no longer',
        session: true,
        act: actOn('end-helper', ({ id = '' }) => ({ userIds: [id] })),
        refuses: ['NOT_FOUND'],
        response: { 204: t.Undefined() },
      },
    )
