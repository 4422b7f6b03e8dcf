import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { headPath } from '../../lib/verify/check-witness.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { fetchedElsewhere } from '../../platform/http/headers.ts'
import { maxJsonBytes, readText } from '../../platform/http/request/body.ts'
import { addCheckpoint, type Cosigned, cosignedLog } from './add-checkpoint.ts'

/** The routes of this instance as a witness of others' logs (C2SP tlog-witness; rule: cosigner). */
export const cosigner = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/witness/add-checkpoint',
      async ({ request }) => toAnswer(await addCheckpoint(ctx, await readText(request, maxJsonBytes))),
      {
        operation: 'cosignCheckpoint',
        summary: 'Cosign a checkpoint of a log that this site witnesses',
        limit: 'agent-post',
        parse: 'none',
        detail: {
          security: [],
          requestBody: {
            required: true,
            description: 'The old size, a consistency proof, an empty line and a checkpoint (C2SP tlog-witness)',
            content: { 'text/plain': { schema: { type: 'string' as const } } },
          },
          responses: {
            200: sends('The line with the cosignature', 'text/plain'),
            409: sends(
              'The size of the checkpoint that was cosigned last, or nothing: a fork',
              'text/x.tlog.size',
              'text/plain',
            ),
            422: sends('Nothing: the proof does not hold', 'text/plain'),
            ...refusals('VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'),
          },
        },
      },
    )
    .get('/witness/:log/checkpoint', ({ params }) => readHead(ctx, params.log), {
      operation: 'getCosignedCheckpoint',
      summary: 'Read the newest cosigned checkpoint of a log that this site witnesses',
      limit: 'agent-read',
      detail: {
        security: [],
        responses: {
          200: sends('The checkpoint, by the SHA-256 of the name of the log in hex', 'text/plain'),
          ...refusals('NOT_FOUND'),
        },
      },
    })

function toAnswer(cosigned: Cosigned): Response {
  if (cosigned === 'fork') return text('', 409)
  if (cosigned === 'unproven') return text('', 422)
  return 'line' in cosigned ? text(cosigned.line, 200) : text(`${cosigned.knownSize}\n`, 409, 'text/x.tlog.size')
}

const text = (body: string, status: number, type = 'text/plain; charset=utf-8') =>
  new Response(body, { status, headers: { ...fetchedElsewhere, 'content-type': type, 'cache-control': 'no-store' } })

function readHead(ctx: Ctx, path: string): Response {
  const named = ctx.config.witnessedLogs.find(({ origin }) => headPath(origin) === `${path}/checkpoint`)
  const found = named && cosignedLog(ctx, named.origin)
  if (!found) throw notFound('log')
  return text(found.note + found.line, 200)
}
