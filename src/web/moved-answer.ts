import { movedHandle } from '../casset/access/moved-casset.ts'
import type { Ctx } from '../context.ts'
import { viewerOf } from '../platform/http/session.ts'

const ofHandle = /^\/(@|checkout\/)([^/]+)(\/.*)?$/

/**
 * Returns a redirect from a page of a former handle to the same page of the present one
 * (rule: former-handles); undefined for all else. It is not cached: its artist may go back.
 */
export function movedAnswer(ctx: Ctx, request: Request): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const { pathname, search } = new URL(request.url)
  const [, place, former, rest = ''] = ofHandle.exec(pathname) ?? []
  if (place === undefined || former === undefined) return undefined
  const handle = movedHandle(ctx, former.toLowerCase(), viewerOf(ctx, request))
  if (handle === undefined) return undefined
  const location = `/${place}${handle}${rest}${search}`
  return new Response(null, {
    status: 307,
    headers: { location, 'cache-control': 'private, no-store', vary: 'Cookie' },
  })
}
