import type { Ctx } from '../../context.ts'
import { AUDIO_TYPES } from '../../lib/audio/formats.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import { sendsFile } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { shownElsewhere } from '../../platform/http/headers.ts'
import { decideAccess, hookOf } from '../access/decide-access.ts'
import { streamAudio } from './stream.ts'

const briefly = 'public, max-age=300'

/** Hooks at permanent addresses, for feeds: no more than a stranger hears (rule: hook-address). */
export const hookFile = (ctx: Ctx) => (app: Guarded) =>
  app.get(
    '/api/audio/:trackId/hook',
    ({ params, request }) => {
      const hook = hookOf(decideAccess(ctx, params.trackId, null))
      return streamAudio(ctx, hook, request, { ...shownElsewhere, 'cache-control': briefly })
    },
    {
      summary: 'Stream the hook of a track',
      detail: {
        security: [],
        responses: { ...sendsFile('The sound', ...AUDIO_TYPES), ...refusals('RATE_LIMIT', 'UNAVAILABLE') },
      },
    },
  )
