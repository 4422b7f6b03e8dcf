import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { actOn } from '../../platform/http/session/act.ts'
import { createInvitation, revokeInvitation } from './invite.ts'
import { listInvitations } from './list-invitations.ts'
import * as shape from './model.ts'

/** Routes of invitations, for the owner of the instance (rule: invitations). */
export const invitation = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/admin/invitations',
      ({ author, body, status }) => {
        return status(201, { invitation: createInvitation(ctx, author, body) })
      },
      {
        operation: 'createInvitation',
        summary: 'Make an invitation',
        session: true,
        act: { act: 'invite' },
        refuses: ['BAD_STATE'],
        body: shape.InvitationDraft,
        response: { 201: t.Object({ invitation: shape.NewInvitation }) },
      },
    )
    .get('/api/admin/invitations', ({ query }) => listInvitations(ctx, limitOf(query), query.cursor), {
      operation: 'listInvitations',
      summary: 'List invitations',
      session: true,
      desk: 'people',
      query: ListQuery,
      response: { 200: shape.Invitations },
    })
    .delete(
      '/api/admin/invitations/:id',
      ({ author, params, status }) => status(204, none(revokeInvitation(ctx, author, params.id))),
      {
        operation: 'revokeInvitation',
        summary: 'Revoke an invitation',
        session: true,
        act: actOn('revoke-invitation', ({ id = '' }) => ({ thingId: id })),
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
