import { t } from 'elysia'
import type { Ctx } from '../context.ts'
import { none } from '../platform/http/answer/none.ts'
import type { Guarded } from '../platform/http/guard.ts'
import { ListQuery, limitOf } from '../platform/http/request/list-query.ts'
import { changeMember } from './change-member.ts'
import { listMembers } from './list-members.ts'
import { listReports } from './list-reports.ts'
import * as shape from './model.ts'
import { moderatedCasset } from './moderated-casset.ts'
import { removeComment } from './remove-comment.ts'
import { reportComment } from './report-comment.ts'
import { resolveReport } from './resolve-report.ts'
import { changeSettings, roomSettings } from './room-settings.ts'

/** Routes of moderation: comments, listeners, settings and reports (src/docs/wings/room.md). */
export const moderation = (ctx: Ctx) => (app: Guarded) =>
  app
    .delete(
      '/api/casset/:slug/comments/:id',
      ({ params, author, status }) => status(204, none(removeComment(ctx, params.slug, params.id, author))),
      {
        summary: 'Remove a comment',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/casset/:slug/comments/:id/report',
      ({ params, author, body, status }) =>
        status(204, none(reportComment(ctx, params.slug, params.id, author, body.reason))),
      {
        summary: 'Report a comment',
        session: true,
        refuses: ['NOT_FOUND'],
        body: shape.NewReport,
        response: { 204: t.Undefined() },
      },
    )
    .get(
      '/api/casset/:slug/room',
      ({ params, author }) => roomSettings(ctx, moderatedCasset(ctx, params.slug, author).casset.id),
      {
        summary: 'Read the state of a room',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        response: { 200: shape.RoomSettings },
      },
    )
    .patch(
      '/api/casset/:slug/room',
      ({ params, author, body }) => changeSettings(ctx, moderatedCasset(ctx, params.slug, author).casset.id, body),
      {
        summary: 'Change a room',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        body: shape.RoomPatch,
        response: { 200: shape.RoomSettings },
      },
    )
    .get(
      '/api/casset/:slug/room/members',
      ({ params, author, query }) =>
        listMembers(ctx, moderatedCasset(ctx, params.slug, author).casset.id, query, limitOf(query)),
      {
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
        summary: 'Mute or ban somebody, or no longer',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.MemberPatch,
        response: { 200: t.Object({ member: shape.RoomMember }) },
      },
    )
    .get('/api/studio/reports', ({ author, query }) => listReports(ctx, author, limitOf(query), query.cursor), {
      summary: 'List reports',
      session: true,
      query: ListQuery,
      response: { 200: shape.Reports },
    })
    .post(
      '/api/studio/reports/:id/resolve',
      ({ params, author, body }) => ({ report: resolveReport(ctx, params.id, author, body) }),
      {
        summary: 'Resolve a report',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.Resolution,
        response: { 200: t.Object({ report: shape.Report }) },
      },
    )
