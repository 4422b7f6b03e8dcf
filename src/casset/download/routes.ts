import type { Ctx } from '../../context.ts'
import { AUDIO_TYPES } from '../../lib/audio/formats.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { sendsFile } from '../../platform/http/sends.ts'
import { openDownload } from './open-download.ts'
import { sendDownload } from './send-download.ts'
import { DownloadQuery, wantedOf } from './shape.ts'

/** The route that downloads a collected casset (rule: download). */
export const download = (ctx: Ctx) => (app: Guarded) =>
  app.get(
    '/api/casset/:slug/download',
    ({ params, query, author, request, server }) =>
      sendDownload(ctx, request, server, () => openDownload(ctx, params.slug, author, wantedOf(query), request.signal)),
    {
      summary: 'Download a casset that you collected',
      limit: 'read',
      session: true,
      query: DownloadQuery,
      refuses: ['FORBIDDEN', 'BAD_STATE'],
      detail: {
        responses: sendsFile('Everything that was collected, or one track of it', 'application/zip', ...AUDIO_TYPES),
      },
    },
  )
