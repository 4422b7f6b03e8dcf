import { isVisible, worldBySlug } from '../casset/access/visible-casset.ts'
import { movedSlug } from '../casset/moved-casset.ts'
import type { Ctx } from '../context.ts'
import { pagePath } from '../lib/slug.ts'
import { viewerOf } from '../platform/http/session.ts'

const ofSlug = /^\/(@|checkout\/)([^/]+)(\/.*)?$/
const ofTape = /^\/([^/]+)(\/.*)?$/

/**
 * Returns a redirect from a page of a former handle or word to the same page of the present one
 * (rules: former-handles, former-words), and from an address below `/@handle/word`, where pages of
 * a tape are looked for, to that of its slug; undefined for all else. It is not cached: its artist
 * may go back.
 */
export function movedAnswer(ctx: Ctx, request: Request): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const { pathname, search } = new URL(request.url)
  const [, place, slug, rest = ''] = ofSlug.exec(pathname) ?? []
  if (place === undefined || slug === undefined) return undefined
  const path = moved(ctx, request, place, slug.toLowerCase(), rest)
  if (path === undefined) return undefined
  return new Response(null, {
    status: 307,
    headers: { location: path + search, 'cache-control': 'private, no-store', vary: 'Cookie' },
  })
}

function moved(ctx: Ctx, request: Request, place: string, slug: string, rest: string): string | undefined {
  const viewer = viewerOf(ctx, request)
  const isPage = place === '@'
  const present = movedSlug(ctx, slug, viewer)
  if (present !== undefined) return isPage && rest === '' ? pagePath(present) : `/${place}${present}${rest}`
  const [, word, further = ''] = ofTape.exec(rest) ?? []
  if (!isPage || word === undefined || slug.includes('.')) return undefined
  const tape = `${slug}.${word.toLowerCase()}`
  const renamed = movedSlug(ctx, tape, viewer)
  if (renamed !== undefined) return further === '' ? pagePath(renamed) : `/@${renamed}${further}`
  const world = further === '' ? undefined : worldBySlug(ctx, tape)
  return world && isVisible(ctx, world, viewer) ? `/@${tape}${further}` : undefined
}
