import { Elysia } from 'elysia'
import { streamAudio } from '../audio/stream.ts'
import type { Ctx } from '../context.ts'
import { sendDownload } from '../download/send-download.ts'
import { DownloadQuery } from '../download/shape.ts'
import { guard } from '../http/guard.ts'
import { sendsFile } from '../http/sends.ts'
import { AUDIO_TYPES } from '../lib/audio/formats.ts'
import { hearCollected } from './hear-collected.ts'
import { openGuestDownload } from './open-guest-download.ts'

/**
 * The routes by which a secret link gives what a guest collected, to download and to hear (rule 7.27). Each request asks
 * again whether the guest has it.
 */
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
    .get(
      '/api/guest/:secret/audio/:trackId',
      ({ params, request }) => streamAudio(ctx, hearCollected(ctx, params.secret, params.trackId), request),
      {
        limit: 'read',
        refuses: ['BAD_STATE', 'UNAVAILABLE'],
        detail: { responses: sendsFile('A whole track of what a guest collected', ...AUDIO_TYPES) },
      },
    )
