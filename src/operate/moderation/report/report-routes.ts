import { t } from 'elysia'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { none } from '../../../platform/http/answer/none.ts'
import { addressOf, type Guarded } from '../../../platform/http/guard.ts'
import { limitOf } from '../../../platform/http/request/list-query.ts'
import { actWith } from '../../../platform/http/session/act.ts'
import { handlingOf } from '../things.ts'
import { dismissReport } from './decide-reports.ts'
import { listReports } from './list-reports.ts'
import { reasonIn } from './reason-in.ts'
import * as shape from './report-model.ts'
import { openReport, reportThing } from './report-thing.ts'

/** Returns what an open report is about. Throws NOT_FOUND, and BAD_STATE when it is decided. */
function reportedIn(ctx: Ctx, id: string): { userIds: readonly string[]; thingId: string } {
  const { kind, thingId } = openReport(ctx, id)
  const found = handlingOf(kind).find(ctx, thingId)
  return { userIds: found?.userIds ?? [], thingId }
}

export const contentReporting = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/reports',
      ({ viewer, body, request, server, status }) =>
        status(204, none(reportThing(ctx, viewer, body, addressOf(ctx, request, server)))),
      {
        operation: 'reportContent',
        summary: 'Report content to the site',
        refuses: ['UNAUTHENTICATED', 'NOT_FOUND'],
        body: shape.NewReport,
        response: { 204: t.Undefined() },
      },
    )
    .get('/api/desk/reports', ({ query }) => listReports(ctx, limitOf(query), query), {
      operation: 'listContentReports',
      summary: 'List reported content',
      session: true,
      desk: 'people',
      query: shape.ReportsQuery,
      response: { 200: shape.Reports },
    })
    .post(
      '/api/desk/reports/:id/dismiss',
      ({ author, params, body, status }) => status(204, none(dismissReport(ctx, author, params.id, body))),
      {
        operation: 'dismissContentReport',
        summary: 'Leave reported content as it is',
        session: true,
        act: actWith('dismiss-report', shape.Dismissal, ({ id = '' }, { answer }) => ({
          ...reportedIn(ctx, id),
          reason: reasonIn(answer, 'answer', say('Say why it stays.')),
        })),
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.Dismissal,
        response: { 204: t.Undefined() },
      },
    )
