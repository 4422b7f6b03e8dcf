import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { openDownload } from './open-download.ts'
import { sendDownload } from './send-download.ts'
import { DownloadQuery, sendsDownload, wantedOf } from './shape.ts'

/** The route that downloads a collected casset (rule: download). */
export const download = (ctx: Ctx) => (app: Guarded) =>
  app.get(
    '/api/casset/:slug/download',
    ({ params, query, author, request, server }) =>
      sendDownload(ctx, request, server, () =>
        openDownload(ctx, params.slug, author, wantedOf(query, request), request.signal),
      ),
    {
      summary: 'Download a casset that you collected',
      session: true,
      query: DownloadQuery,
      refuses: ['FORBIDDEN', 'BAD_STATE'],
      detail: sendsDownload('Everything that was collected, or one track of it'),
    },
  )
