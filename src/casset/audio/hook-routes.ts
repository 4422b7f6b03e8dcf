import type { Ctx } from '../../context.ts'
import { AUDIO_TYPES } from '../../lib/audio/formats.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import { sendsFile } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { shownElsewhere } from '../../platform/http/headers.ts'
import { decideAccess, decideOpened, hookOf, type Playable } from '../access/decide-access.ts'
import { soundHeaderNames } from '../usage/usage-headers.ts'
import { streamAudio } from './stream.ts'

const briefly = 'public, max-age=300'

const detail = {
  security: [],
  tells: soundHeaderNames,
  responses: { ...sendsFile('The sound', ...AUDIO_TYPES), ...refusals('RATE_LIMIT', 'UNAVAILABLE') },
}

/** Sound at permanent addresses, for feeds: no more than a stranger hears (rule: hook-address). */
export const hookFile = (ctx: Ctx) => (app: Guarded) => {
  const send = (request: Request, playable: Playable) =>
    streamAudio(ctx, playable, request, { more: { ...shownElsewhere, 'cache-control': briefly } })
  return app
    .get(
      '/api/audio/:trackId/hook',
      ({ params, request }) => send(request, hookOf(decideAccess(ctx, params.trackId, null))),
      { operation: 'streamHook', summary: 'Stream the hook of a track', detail },
    )
    .get('/api/audio/:trackId/whole', ({ params, request }) => send(request, decideOpened(ctx, params.trackId)), {
      operation: 'streamWholeTrack',
      summary: 'Stream a track that everybody hears whole',
      detail,
    })
}
