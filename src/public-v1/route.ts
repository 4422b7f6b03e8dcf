import type { Ctx } from '../context.ts'
import { addressOf } from '../http/guard.ts'
import { responseHeaders, shownElsewhere } from '../http/headers.ts'
import { isHeld } from '../http/is-held.ts'
import { rates } from '../http/limiter.ts'
import { pathOf } from '../http/path.ts'
import { createRequestIds, requestIdOf } from '../http/request-id.ts'
import { handlePattern } from '../lib/handle.ts'
import { v1Error } from './envelope.ts'
import { prepareArtist } from './prepare.ts'
import type { PreparedBody } from './prepared.ts'
import { createArtistReader } from './read-artist.ts'

/** Paths that only v1 answers, in its own envelope. */
export const v1Paths = ['/api/v1', '/api/v1/*'] as const

const artistPath = /^\/api\/v1\/artists\/([^/]*)(\/catalog)?$/

/** A route of Bun.serve. */
export type V1Route = (request: Request, server: Bun.Server<unknown>) => Response

/**
 * The public reads (rule 8.4): Host, then the limiter, then the switch, then path, method and handle. They bypass
 * Elysia's router because they share nothing with the product routes (no body, cookie or session) and are what programs
 * read most.
 */
export function createV1Route(ctx: Ctx): V1Route {
  const reader = createArtistReader(ctx)
  const makeId = createRequestIds(ctx.random)
  const base = {
    ...responseHeaders(ctx.site.isHttps),
    ...shownElsewhere,
    'access-control-allow-origin': '*',
    // What scripts of other sites may read of an answer (rule 8.6).
    'access-control-expose-headers': 'X-Request-Id, Retry-After, ETag',
  }
  // One Headers object for all successes: a Response copies it, which is cheaper than converting an object each time.
  const success = new Headers({
    ...base,
    'content-type': 'application/json',
    'cache-control': 'public, max-age=0, must-revalidate',
  })

  const prepare = (handle: string) => {
    const made = prepareArtist(ctx, reader, handle)
    if (made) ctx.prepared.put(handle, made)
    return made
  }

  const sent = (request: Request, { text, etag }: PreparedBody, requestId: string) => {
    success.set('x-request-id', requestId)
    success.set('etag', etag)
    if (isHeld(request, etag)) return new Response(null, { status: 304, headers: success })
    return new Response(text, { headers: success })
  }

  const answer = (request: Request, server: Bun.Server<unknown>, requestId: string): Response => {
    if (!ctx.site.hasHost(request.headers.get('host'))) {
      const message = 'This server does not answer for that host.'
      return v1Error('INVALID_REQUEST', requestId, base, { status: 421, message })
    }
    const wait = ctx.limiter.take(`v1 ${addressOf(ctx, request, server)}`, rates.v1)
    if (wait > 0) return v1Error('RATE_LIMITED', requestId, base, { headers: { 'retry-after': String(wait) } })
    if (ctx.config.publicApi === 'off') return v1Error('INTEGRATION_FAILURE', requestId, base)
    const path = pathOf(request.url)
    const ready = request.method === 'GET' ? ctx.prepared.get(path) : undefined
    if (ready !== undefined) return sent(request, ready, requestId)
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
    if (!prepared) return v1Error('RESOURCE_UNAVAILABLE', requestId, base)
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
