import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { responseHeaders } from '../headers.ts'
import { createRequestIds } from '../request/request-id.ts'
import { errorResponse, toAppError } from './error-response.ts'

const unreadable = new Set(['ENOENT', 'EACCES', 'EPERM', 'EIO', 'EISDIR', 'ENOTDIR', 'ESTALE'])

/**
 * Creates the answer to faults outside the pipeline, such as a file that is gone when its bytes are
 * to be sent. Bun passes no request there, so the answer has a new request id.
 */
export function createFaultAnswer(ctx: Ctx): (fault: unknown) => Response {
  const makeId = createRequestIds(ctx.random)
  const headers = responseHeaders(ctx.site.isHttps)
  return (fault) => {
    const requestId = makeId()
    const answer = errorResponse(toFault(ctx, fault, requestId))
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
    answer.headers.set('x-request-id', requestId)
    return answer
  }
}

function toFault({ log }: Ctx, fault: unknown, requestId: string): AppError {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  if (!unreadable.has(code)) return toAppError(fault, log, requestId)
  log.error('a file cannot be read', { requestId, code })
  return new AppError('UNAVAILABLE', say('This cannot be loaded right now.'), {
    hint: say('The person who runs this site has to check its disk.'),
    retryAfter: 600,
  })
}
