import { Elysia } from 'elysia'
import type { Ctx } from '../context.ts'
import { sendDownload } from '../download/send-download.ts'
import { DownloadQuery } from '../download/shape.ts'
import { guard } from '../http/guard.ts'
import { sendsFile } from '../http/sends.ts'
import { openGuestDownload } from './open-guest-download.ts'

/** The route by which a secret link downloads what a guest collected (rule 7.27). */
export const guestFiles = (ctx: Ctx) =>
  new Elysia({ name: 'guest-files' })
    .use(guard(ctx))
    .get(
      '/api/guest/:secret/download',
      ({ params, query, request, server }) =>
        sendDownload(request, server, () =>
          openGuestDownload(ctx, params.secret, query.format ?? 'tagged', request.signal),
        ),
      {
        limit: 'read',
        query: DownloadQuery,
        refuses: ['BAD_STATE'],
        detail: { responses: sendsFile('Everything that a guest collected', 'application/zip') },
      },
    )
