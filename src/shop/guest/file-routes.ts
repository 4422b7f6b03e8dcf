import { guestHolding } from '../../casset/access/guest-access.ts'
import { streamAudio } from '../../casset/audio/stream.ts'
import { sendDownload } from '../../casset/download/send-download.ts'
import { sendExtra, sendPreview, sendsExtra, sendsPreview } from '../../casset/download/send-extra.ts'
import { DownloadQuery, sendsDownload, wantedOf } from '../../casset/download/shape.ts'
import { soundHeaderNames } from '../../casset/usage/usage-headers.ts'
import type { Ctx } from '../../context.ts'
import { AUDIO_TYPES } from '../../lib/audio/formats.ts'
import { sendsFile } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { openGuestDownload } from './open-guest-download.ts'
import { playCollected } from './play-collected.ts'
import { heldOrder } from './read-collected.ts'

/**
 * The routes by which a secret link lets a guest download and hear a purchase (rule: secret-link).
 * Each request checks again whether the guest has it.
 */
export const guestFiles = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/guest/:secret/download',
      ({ params, query, request, server }) =>
        sendDownload(ctx, request, server, () =>
          openGuestDownload(ctx, params.secret, wantedOf(query, request), request.signal),
        ),
      {
        operation: 'downloadAsGuest',
        summary: 'Download what a guest collected',
        query: DownloadQuery,
        refuses: ['BAD_STATE'],
        detail: sendsDownload('Everything that a guest collected, or one track of it'),
      },
    )
    .get(
      '/api/guest/:secret/audio/:trackId',
      ({ params, request }) => streamAudio(ctx, playCollected(ctx, params.secret, params.trackId), request),
      {
        operation: 'streamTrackAsGuest',
        summary: 'Stream what a guest collected',
        tells: soundHeaderNames,
        refuses: ['BAD_STATE', 'UNAVAILABLE'],
        detail: { responses: sendsFile('A whole track of what a guest collected', ...AUDIO_TYPES) },
      },
    )
    .get(
      '/api/guest/:secret/extras/:extraId',
      ({ params: { secret, extraId: id }, request }) => {
        const { id: orderId } = heldOrder(ctx, secret)
        return sendExtra(ctx, guestHolding(ctx, orderId), { id, by: { orderId }, request })
      },
      {
        operation: 'downloadExtraAsGuest',
        summary: 'Download a file that comes with what a guest collected',
        refuses: ['BAD_STATE'],
        detail: sendsExtra(),
      },
    )
    .get(
      '/api/guest/:secret/extras/:extraId/preview',
      ({ params: { secret, extraId }, request }) =>
        sendPreview(ctx, guestHolding(ctx, heldOrder(ctx, secret).id), extraId, request),
      {
        operation: 'getExtraPreviewAsGuest',
        summary: 'Read a small picture of a file that comes with what a guest collected',
        refuses: ['BAD_STATE'],
        detail: sendsPreview(),
      },
    )
