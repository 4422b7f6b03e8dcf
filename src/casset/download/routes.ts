import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { extraHolding } from '../access/decide-access.ts'
import { openDownload } from './open-download.ts'
import { sendDownload } from './send-download.ts'
import { sendExtra, sendPreview, sendsExtra, sendsPreview } from './send-extra.ts'
import { DownloadQuery, sendsDownload, wantedOf } from './shape.ts'

/** Downloads of a collected casset, and of what comes with it (rules: download, extras). */
export const download = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/casset/:slug/download',
      ({ params, query, author, request, server }) =>
        sendDownload(ctx, request, server, () =>
          openDownload(ctx, params.slug, author, wantedOf(query, request), request.signal),
        ),
      {
        operation: 'downloadCasset',
        summary: 'Download a casset that you collected',
        session: true,
        query: DownloadQuery,
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        detail: sendsDownload('Everything that was collected, or one track of it'),
      },
    )
    .get(
      '/api/casset/:slug/extras/:extraId',
      ({ params: { slug, extraId: id }, author, request }) =>
        sendExtra(ctx, extraHolding(ctx, slug, author, id), { id, by: author, request }),
      {
        operation: 'downloadExtra',
        summary: 'Download a file that comes with a casset that you collected',
        session: true,
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        detail: sendsExtra(),
      },
    )
    .get(
      '/api/casset/:slug/extras/:extraId/preview',
      ({ params: { slug, extraId: id }, author, request }) =>
        sendPreview(ctx, extraHolding(ctx, slug, author, id), id, request),
      {
        operation: 'getExtraPreview',
        summary: 'Read a small picture of a file that comes with a casset',
        session: true,
        refuses: ['FORBIDDEN'],
        detail: sendsPreview(),
      },
    )
