import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { AUDIO_TYPES } from '../../lib/audio/formats.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import { sendsFile } from '../../platform/http/answer/sends.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { spend } from '../../platform/http/limiter.ts'
import { decideStream } from '../access/decide-access.ts'
import { soundHeaderNames } from '../usage/usage-headers.ts'
import { AudioToken, NewAudioToken, SignedStream } from './model.ts'
import { openWithToken } from './open-stream.ts'
import { mintOneShot, signStream } from './sign-stream.ts'
import { streamAudio } from './stream.ts'
import { wantsLight } from './wants-light.ts'

const mediaDestinations = new Set(['audio', 'video'])

/**
 * Returns whether a request wants the bytes instead of a URL: a media element, or a request for a
 * range (rule: audio-address).
 */
const wantsBytes = (headers: Headers) =>
  headers.has('range') || mediaDestinations.has(headers.get('sec-fetch-dest') ?? '')

/** Routes that play tracks (rule: audio-address). Streams opened by a token are not limited. */
export const audio = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/audio/:trackId',
      ({ params, query, viewer, request, server }) => {
        const playsOpus = query.opus === '1'
        if (query.token !== undefined) {
          const playable = openWithToken(ctx, params.trackId, query.token, request.method)
          return streamAudio(ctx, playable, request, { isLight: query.light === '1', playsOpus })
        }
        const wanted = { isLight: wantsLight(request, query.light), playsOpus }
        spend(ctx.limiter, 'read', viewer?.userId ?? addressOf(ctx, request, server))
        if (wantsBytes(request.headers)) {
          return streamAudio(ctx, decideStream(ctx, params.trackId, viewer), request, wanted)
        }
        return signStream(ctx, params.trackId, viewer, wanted)
      },
      {
        operation: 'streamTrack',
        summary: 'Stream a track by a signed address',
        limit: 'none',
        query: t.Object(
          {
            token: t.Optional(t.String()),
            light: t.Optional(
              t.UnionEnum(['0', '1'], {
                default: undefined,
                description:
                  '1: a lighter file where there is one, 0: never; else what the browser chose, or Save-Data',
              }),
            ),
            opus: t.Optional(
              t.UnionEnum(['0', '1'], { default: undefined, description: '1: a hook may come as Opus in Ogg' }),
            ),
          },
          { additionalProperties: true },
        ),
        response: { 200: SignedStream },
        detail: {
          security: [{}, { session: [] }, { audioToken: [] }],
          tells: soundHeaderNames,
          responses: {
            ...sendsFile('The address, or the sound', ...AUDIO_TYPES),
            ...refusals('FORBIDDEN', 'BAD_STATE', 'RATE_LIMIT', 'UNAVAILABLE'),
          },
        },
      },
    )
    .post('/api/audio/token', async ({ body, author, status }) => status(201, await mintOneShot(ctx, body, author)), {
      operation: 'createAudioToken',
      summary: 'Get a signed address of a stream',
      limit: 'audio-token',
      session: true,
      refuses: ['NOT_FOUND', 'BAD_STATE'],
      body: NewAudioToken,
      response: { 201: AudioToken },
    })
