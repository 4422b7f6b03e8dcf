import { Elysia } from 'elysia'
import type { Ctx } from '../context.ts'
import { guard } from '../http/guard.ts'
import { sendFile } from '../http/send-file.ts'
import { sendsFile } from '../http/sends.ts'
import { openDownload } from './open-download.ts'
import { DownloadQuery } from './shape.ts'

const idleSec = 60

/** The route that downloads a collected casset (rule 5.7). */
export const download = (ctx: Ctx) =>
  new Elysia({ name: 'download' }).use(guard(ctx)).get(
    '/api/casset/:slug/download',
    async ({ params, query, author, request, server }) => {
      // The first request takes longer than the idle timeout of a connection.
      server?.timeout(request, 0)
      const file = await openDownload(ctx, params.slug, author, query.format ?? 'tagged', request.signal)
      server?.timeout(request, idleSec)
      return sendFile(file, request)
    },
    {
      limit: 'read',
      session: true,
      query: DownloadQuery,
      refuses: ['FORBIDDEN', 'BAD_STATE'],
      detail: { responses: sendsFile('Everything that was collected', 'application/zip') },
    },
  )
