import { Elysia } from 'elysia'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import { forEver } from '../../platform/http/answer/send-file.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import { fetchedElsewhere } from '../../platform/http/headers.ts'
import { noteOf } from './cosignatures.ts'
import { type Checkpoint, latestCheckpoint, latestCheckpointOf } from './latest-checkpoint.ts'
import { verifierKeys } from './origin.ts'
import { readTile } from './read-tile.ts'

const briefly = 'public, max-age=5'

const text = (body: string) =>
  new Response(body, {
    headers: { ...fetchedElsewhere, 'content-type': 'text/plain; charset=utf-8', 'cache-control': briefly },
  })

const describe = (operationId: string, summary: string, description: string) => ({
  operationId,
  summary,
  tells: ['Cache-Control'] as const,
  security: [],
  responses: { 200: sends(description, 'text/plain'), ...refusals('NOT_FOUND') },
})

const firstOrigin = 1

/**
 * Routes of the transparency log (rules: transparency-log, new-log-origin): files for its monitors,
 * which are not limited. Each origin has a prefix of its own, since caches keep its tiles for ever.
 */
export const transparencyLog = (ctx: Ctx) => {
  const checkpoint = (found: Checkpoint | undefined) => {
    if (!found) throw notFound('checkpoint')
    return text(noteOf(ctx, found))
  }
  const tile = (number: number, rest: string) =>
    new Response(readTile(ctx, number, rest), {
      headers: { ...fetchedElsewhere, 'content-type': 'application/octet-stream', 'cache-control': forEver },
    })
  return (
    new Elysia({ name: 'transparency-log' })
      .get('/log/checkpoint', () => checkpoint(latestCheckpoint(ctx)), {
        detail: describe(
          'getCheckpoint',
          'Read the newest checkpoint of the log',
          'The newest signed checkpoint, a signed note (C2SP tlog-checkpoint), with the cosignatures of witnesses',
        ),
      })
      .get('/log/:number/checkpoint', ({ params }) => checkpoint(latestCheckpointOf(ctx, laterOrigin(params.number))), {
        detail: describe(
          'getCheckpointOfOrigin',
          'Read the newest checkpoint of a later origin of the log',
          'The newest checkpoint of an origin after the first, named by the end of its origin line',
        ),
      })
      .get(
        '/log/vkey',
        () =>
          text(
            verifierKeys(ctx)
              .map((key) => `${key}\n`)
              .join(''),
          ),
        {
          detail: describe(
            'getLogKeys',
            'Read the keys that verify checkpoints',
            'The verifier keys of the log, one a line (C2SP signed-note); the present one is the last',
          ),
        },
      )
      // The path of a tile has as many parts as its number needs, which OpenAPI cannot express:
      // C2SP tlog-tiles does.
      .get('/log/tile/*', ({ params }) => tile(firstOrigin, params['*']), { detail: { hide: true } })
      .get('/log/:number/tile/*', ({ params }) => tile(laterOrigin(params.number), params['*']), {
        detail: { hide: true },
      })
  )
}

function laterOrigin(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text) || text === '1') throw notFound('log')
  return Number(text)
}
