import type { Ctx } from '../../context.ts'
import { AppError, type ErrorCode, type ErrorDetail } from '../../errors.ts'
import { errorResponse } from '../http/answer/error-response.ts'
import { responseHeaders } from '../http/headers.ts'
import { createRequestIds, requestIdOf } from '../http/request/request-id.ts'
import { certificateNews } from './news.ts'

const challengePath = '/.well-known/acme-challenge/'

/** See rule: plain-port. `isReady` tells whether there is a certificate. */
export function createPlainAnswer(ctx: Ctx, isReady: () => boolean): (request: Request) => Response {
  const makeId = createRequestIds(ctx.random)
  const headers = responseHeaders(false)
  return (request) => {
    const response = answer(ctx, request, isReady())
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    response.headers.set('x-request-id', requestIdOf(request.headers, makeId))
    return response
  }
}

function answer(ctx: Ctx, request: Request, isReady: boolean): Response {
  const { config, site } = ctx
  if (hostOf(request) !== config.domain) return refuse('MISDIRECTED', 'This server does not answer for that host.')
  // From the third slash on, as it was sent.
  const target = request.url.slice(request.url.indexOf('/', 'http://'.length))
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && target.startsWith(challengePath)) {
    const proof = certificateNews(ctx).answers.get(target.slice(challengePath.length))
    if (proof === undefined) return refuse('NOT_FOUND', 'There is nothing at this address.')
    return new Response(proof, { headers: { 'content-type': 'application/octet-stream' } })
  }
  const location = site.origin + target
  if (!isRead) {
    // Not redirected: the sender has to learn that the content could be read on the way.
    const hint = `Resend it to ${location}, and replace any secret it contained.`
    return refuse('FORBIDDEN', 'This site takes nothing that is sent unencrypted.', { hint })
  }
  if (isReady) return new Response(null, { status: 301, headers: { location } })
  const hint = 'If you run this site: the log and tapedeck doctor say how far it is.'
  return refuse('UNAVAILABLE', 'This site is getting its certificate. Try again in a minute.', { hint, retryAfter: 60 })
}

const refuse = (code: ErrorCode, message: string, detail: ErrorDetail = {}): Response =>
  errorResponse(new AppError(code, message, detail))

/** Returns the name that a request is for, without a port: behind a router it may be any port. */
const hostOf = ({ headers }: Request): string | undefined =>
  headers.get('host')?.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
