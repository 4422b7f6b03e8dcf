import { decideHeldAccess } from '../../casset/access/guest-access.ts'
import { streamAudio } from '../../casset/audio/stream.ts'
import { sendDownload } from '../../casset/download/send-download.ts'
import { sendExtra, sendPreview, sendsExtra, sendsPreview } from '../../casset/download/send-extra.ts'
import { DownloadQuery, sendsDownload, wantedOf } from '../../casset/download/shape.ts'
import { soundHeaderNames } from '../../casset/usage/usage-headers.ts'
import type { Ctx } from '../../context.ts'
import { AUDIO_TYPES } from '../../lib/audio/formats.ts'
import { sendsFile } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { holdingByLink, openTaken } from './take-gift.ts'

/** Routes by which somebody without an account downloads and hears a gift (rule: taken-gifts). */
export const takenFiles = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/taken/:secret/download',
      ({ params, query, request, server }) =>
        sendDownload(ctx, request, server, () =>
          openTaken(ctx, params.secret, wantedOf(query, request), request.signal),
        ),
      {
        operation: 'downloadGift',
        summary: 'Download a gift that you took without an account',
        query: DownloadQuery,
        refuses: ['BAD_STATE'],
        detail: sendsDownload('All of the gift, or one track of it'),
      },
    )
    .get(
      '/api/taken/:secret/audio/:trackId',
      ({ params: { secret, trackId }, request }) =>
        streamAudio(ctx, decideHeldAccess(ctx, holdingByLink(ctx, secret).holding, trackId), request),
      {
        operation: 'streamGiftTrack',
        summary: 'Stream a gift that you took without an account',
        tells: soundHeaderNames,
        refuses: ['BAD_STATE', 'UNAVAILABLE'],
        detail: { responses: sendsFile('A whole track of the gift', ...AUDIO_TYPES) },
      },
    )
    .get(
      '/api/taken/:secret/extras/:extraId',
      ({ params: { secret, extraId: id }, request }) => {
        const { holding, order } = holdingByLink(ctx, secret)
        return sendExtra(ctx, holding, { id, by: { orderId: order.id }, request })
      },
      {
        operation: 'downloadExtraOfGift',
        summary: 'Download a file that comes with a gift that you took without an account',
        refuses: ['BAD_STATE'],
        detail: sendsExtra(),
      },
    )
    .get(
      '/api/taken/:secret/extras/:extraId/preview',
      ({ params: { secret, extraId }, request }) =>
        sendPreview(ctx, holdingByLink(ctx, secret).holding, extraId, request),
      {
        operation: 'getExtraPreviewOfGift',
        summary: 'Read a small picture of a file that comes with such a gift',
        refuses: ['BAD_STATE'],
        detail: sendsPreview(),
      },
    )
