import type { Remembering } from '../../account/session/session-cookie.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sendsFile } from '../../platform/http/answer/sends.ts'
import { AskedExport, PresentExport } from './model.ts'
import { readPresentExport } from './own-export.ts'
import { requestExport } from './request-export.ts'
import { sendExport } from './send-export.ts'

const path = '/api/auth/export'

/** The routes of the zip with somebody's own data (rule: export). */
export const dataExport = (ctx: Ctx) => (app: Remembering) =>
  app
    .post(path, ({ author, client, status }) => status(202, { export: requestExport(ctx, author, client()) }), {
      operation: 'startExport',
      summary: 'Ask for a copy of your data',
      limit: 'export',
      session: true,
      fresh: true,
      response: { 202: AskedExport },
    })
    .get(path, ({ author }) => ({ export: readPresentExport(ctx, author) }), {
      operation: 'getExport',
      summary: 'Ask how far the copy is',
      session: true,
      response: { 200: PresentExport },
    })
    .get(
      `${path}/:id/file`,
      ({ params, author, client, request }) => sendExport(ctx, params.id, author, client(), request),
      {
        operation: 'downloadExport',
        summary: 'Fetch the copy of your data',
        session: true,
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        detail: { responses: sendsFile(say('Everything that the site has of the caller'), 'application/zip') },
      },
    )
