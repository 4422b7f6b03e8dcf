import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { moderatedCasset } from '../moderated-casset.ts'
import { changeMember } from './change-member.ts'
import { listMembers } from './list-members.ts'
import { listReports } from './list-reports.ts'
import * as shape from './model.ts'
import { reportComment } from './report-comment.ts'
import { resolveReport } from './resolve-report.ts'

/** See src/docs/wings/room.md. */
export const moderation = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/casset/:slug/comments/:id/report',
      ({ params, author, body, status }) =>
        status(204, none(reportComment(ctx, params.slug, params.id, author, body.reason))),
      {
        operation: 'reportComment',
        summary: 'Report a comment',
        session: true,
        refuses: ['NOT_FOUND'],
        body: shape.NewReport,
        response: { 204: t.Undefined() },
      },
    )
    .get(
      '/api/casset/:slug/room/members',
      ({ params, author, query }) =>
        listMembers(ctx, moderatedCasset(ctx, params.slug, author).casset.id, query, limitOf(query)),
      {
        operation: 'listRestrictedMembers',
        summary: 'List who was muted or banned',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        query: shape.MembersQuery,
        response: { 200: shape.RoomMembers },
      },
    )
    .put(
      '/api/casset/:slug/room/members/:handle',
      ({ params, author, body }) => ({ member: changeMember(ctx, params.slug, author, params.handle, body) }),
      {
        operation: 'restrictMember',
        summary: 'Mute or ban somebody, or no longer',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.MemberPatch,
        response: { 200: t.Object({ member: shape.RoomMember }) },
      },
    )
    .get('/api/studio/reports', ({ author, query }) => listReports(ctx, author, limitOf(query), query.cursor), {
      operation: 'listReports',
      summary: 'List reports',
      session: true,
      query: ListQuery,
      response: { 200: shape.Reports },
    })
    .post(
      '/api/studio/reports/:id/resolve',
      ({ params, author, body }) => ({ report: resolveReport(ctx, params.id, author, body) }),
      {
        operation: 'resolveReport',
        summary: 'Resolve a report',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.Resolution,
        response: { 200: t.Object({ report: shape.Report }) },
      },
    )
