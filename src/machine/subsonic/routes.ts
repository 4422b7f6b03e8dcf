import { soundHeaderNames } from '../../casset/usage/usage-headers.ts'
import type { Ctx } from '../../context.ts'
import { AUDIO_TYPES } from '../../lib/audio/formats.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import { sendsFile, sendsJson } from '../../platform/http/answer/sends.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'

const json = sendsJson('What the protocol answers', 'application/json')
const sent = sendsFile(
  'What the protocol answers, errors too, or the sound or picture',
  'text/xml',
  'image/webp',
  ...AUDIO_TYPES,
)

const detail = {
  security: [],
  tells: [...soundHeaderNames, 'Content-Disposition' as const],
  responses: {
    ...sent,
    200: { ...sent[200], content: { ...sent[200].content, ...json.content } },
    ...refusals('RATE_LIMIT', 'RANGE_NOT_SATISFIABLE', 'PAYLOAD_TOO_LARGE', 'UNAVAILABLE'),
  },
}

/** The interface for players (rule: players): https://opensubsonic.netlify.app/docs */
export const subsonic = (ctx: Ctx) => (app: Guarded) => {
  type Asked = { request: Request; params: { method: string }; server: Bun.Server<unknown> | null }
  const answer = async ({ request, params, server }: Asked) => {
    // Loaded at the first request: nobody who makes no key pays for it.
    const { answerPlayer } = await import('./answer-player.ts')
    return answerPlayer(ctx, { request, server, name: params.method, address: addressOf(ctx, request, server) })
  }
  const options = { limit: 'none', elsewhere: true } as const
  return app
    .get('/rest/:method', answer, {
      ...options,
      operation: 'callSubsonic',
      summary: 'Play what you have with a player that speaks OpenSubsonic, by GET or by a form',
      detail,
    })
    .post('/rest/:method', answer, { ...options, detail: { hide: true } })
}
