import type { Ctx } from '../../context.ts'
import { handlePattern } from '../../lib/account/handle.ts'
import { isPreflight, preflight } from '../../platform/http/answer/elsewhere.ts'
import { isHeld } from '../../platform/http/answer/is-held.ts'
import { addressOf } from '../../platform/http/guard.ts'
import { responseHeaders, shownElsewhere } from '../../platform/http/headers.ts'
import { rates } from '../../platform/http/limiter.ts'
import { pathOf } from '../../platform/http/request/path.ts'
import { createRequestIds, requestIdOf } from '../../platform/http/request/request-id.ts'
import type { V1Bodies, V1Body, V1Prefix } from './body.ts'
import { type V1Code, v1Error } from './envelope.ts'

export type V1Route = (request: Request, server: Bun.Server<unknown>) => Response

/** Why a read is refused, with its status where that differs from the code's own. */
export type V1Refusal = { code: V1Code; status?: number }

export type ArtistReads = {
  prefix: V1Prefix
  /** The first word of the limiter's keys: each pair of reads has a bucket of its own. */
  bucket: string
  /** Returns refusals that concern no artist: no credential, or reads that are switched off. */
  refuse(request: Request): V1Refusal | undefined
  ready(path: string): V1Body | undefined
  /** Returns both bodies of an artist, or why there are none. */
  prepare(handle: string): V1Bodies | V1Refusal
}

/** See rule: v1-caching. */
const exposed = 'X-Request-Id, Retry-After, ETag'

/**
 * Returns the route of a pair of reads (rule: v1-checks): Host, then the limiter, then refusals
 * that concern no artist, then path, method and handle. They bypass Elysia's router because they
 * share nothing with the product routes (no body, cookie or session) and are the most frequent
 * reads of programs.
 */
export function createArtistReads(ctx: Ctx, { prefix, bucket, refuse, ready, prepare }: ArtistReads): V1Route {
  const makeId = createRequestIds(ctx.random)
  const base = {
    ...responseHeaders(ctx.site.isHttps),
    ...shownElsewhere,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposed,
  }
  const caching = { ...base, 'cache-control': 'public, max-age=0, must-revalidate' }
  // One Headers object for all successes: a Response copies it, which is cheaper than converting an
  // object each time.
  const success = new Headers({ ...caching, 'content-type': 'application/json' })
  const artistPath = new RegExp(`^${prefix}/artists/([^/]*)(/catalog)?$`)

  const sent = (request: Request, { body, etag }: V1Body, requestId: string) => {
    if (isHeld(request, etag))
      return new Response(null, { status: 304, headers: { ...caching, etag, 'x-request-id': requestId } })
    success.set('x-request-id', requestId)
    success.set('etag', etag)
    return new Response(body, { headers: success })
  }
  const refused = ({ code, status }: V1Refusal, requestId: string) =>
    v1Error(code, requestId, base, status === undefined ? {} : { status })

  const answer = (request: Request, server: Bun.Server<unknown>, requestId: string): Response => {
    if (!ctx.site.hasHost(request.headers.get('host'))) {
      const message = 'This server does not answer for that host.'
      return v1Error('INVALID_REQUEST', requestId, base, { status: 421, message })
    }
    // A preflight precedes a script's request with a credential or a request id. It is answered
    // without a limit, as it reads nothing.
    if (isPreflight(request)) {
      const answer = preflight(['GET'])
      answer.headers.set('x-request-id', requestId)
      return answer
    }
    const wait = ctx.limiter.take(`${bucket} ${addressOf(ctx, request, server)}`, rates.v1)
    if (wait > 0) return v1Error('RATE_LIMITED', requestId, base, { headers: { 'retry-after': String(wait) } })
    const refusal = refuse(request)
    if (refusal) return refused(refusal, requestId)
    const path = pathOf(request.url)
    const body = request.method === 'GET' ? ready(path) : undefined
    if (body !== undefined) return sent(request, body, requestId)
    const match = artistPath.exec(path)
    if (!match) return v1Error('RESOURCE_UNAVAILABLE', requestId, base)
    if (request.method !== 'GET') {
      const extra = { status: 405, message: 'v1 supports GET only.', headers: { allow: 'GET' } }
      return v1Error('INVALID_REQUEST', requestId, base, extra)
    }
    const handle = match[1] ?? ''
    if (!handlePattern.test(handle)) {
      return v1Error('INVALID_REQUEST', requestId, base, { message: 'A handle has 3 to 30 of a-z, 0-9, _ and -.' })
    }
    const prepared = prepare(handle)
    if ('code' in prepared) return refused(prepared, requestId)
    return sent(request, match[2] === undefined ? prepared.artist : prepared.catalog, requestId)
  }

  return (request, server) => {
    const requestId = requestIdOf(request.headers, makeId)
    try {
      return answer(request, server, requestId)
    } catch {
      ctx.log.error('v1 failed', { requestId })
      return v1Error('INTEGRATION_FAILURE', requestId, base)
    }
  }
}
