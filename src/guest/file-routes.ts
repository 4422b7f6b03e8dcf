import { Elysia } from 'elysia'
import type { Ctx } from '../context.ts'
import { DownloadQuery } from '../download/shape.ts'
import { guard } from '../http/guard.ts'
import { sendFile } from '../http/send-file.ts'
import { sendsFile } from '../http/sends.ts'
import { openGuestDownload } from './open-guest-download.ts'

const idleSec = 60

/** The route by which a secret link downloads what a guest collected (rule 7.27). */
export const guestFiles = (ctx: Ctx) =>
  new Elysia({ name: 'guest-files' }).use(guard(ctx)).get(
    '/api/guest/:secret/download',
    async ({ params, query, request, server }) => {
      // The first request takes longer than the idle timeout of a connection.
      server?.timeout(request, 0)
      const file = await openGuestDownload(ctx, params.secret, query.format ?? 'tagged', request.signal)
      server?.timeout(request, idleSec)
      return sendFile(file, request)
    },
    {
      limit: 'read',
      query: DownloadQuery,
      refuses: ['BAD_STATE'],
      detail: { responses: sendsFile('Everything that a guest collected', 'application/zip') },
    },
  )
