import { artistByFormerHandle, artistByHandle } from '../account/handle/artist-by-handle.ts'
import { isVisible, worldBySlug } from '../casset/access/visible-casset.ts'
import { movedSlug } from '../casset/moved-casset.ts'
import { publicTapes } from '../casset/read-tapes.ts'
import type { Ctx } from '../context.ts'
import { pagePath } from '../lib/text/slug.ts'
import { type Viewer, viewerOf } from '../platform/http/session/session.ts'

const ofSlug = /^\/(@|checkout\/|api\/casset\/)([^/]+)(\/.*)?$/
const ofTape = /^\/([^/]+)(\/.*)?$/

/**
 * Returns a redirect from an address of a former handle or word, of a page or of the API, to the
 * same address of the present one (rules: former-handles, former-words); from an address below
 * `/@handle/word`, where pages of a tape are looked for, to that of its slug; and from the page of
 * an artist whose first tape is hidden to that of their others (rule: tapes). Undefined for all
 * else. It is not cached: its artist may go back. Clients repeat a write to the API there.
 */
export function movedAnswer(ctx: Ctx, request: Request): Response | undefined {
  const { pathname, search } = new URL(request.url)
  const [, place, slug, rest = ''] = ofSlug.exec(pathname) ?? []
  if (place === undefined || slug === undefined) return undefined
  if (place !== ofApi && request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const path = moved(ctx, request, place, slug.toLowerCase(), rest)
  if (path === undefined) return undefined
  return new Response(null, {
    status: 307,
    headers: { location: path + search, 'cache-control': 'private, no-store', vary: 'Cookie' },
  })
}

const ofApi = 'api/casset/'

function moved(ctx: Ctx, request: Request, place: string, slug: string, rest: string): string | undefined {
  const viewer = viewerOf(ctx, request)
  const isPage = place === '@'
  const present = movedSlug(ctx, slug, viewer)
  if (present !== undefined) return isPage && rest === '' ? pagePath(present) : `/${place}${present}${rest}`
  if (!isPage) return undefined
  return toOtherTapes(ctx, slug, rest) ?? toTape(ctx, viewer, slug, rest)
}

function toTape(ctx: Ctx, viewer: Viewer | null, slug: string, rest: string): string | undefined {
  const [, word, further = ''] = ofTape.exec(rest) ?? []
  if (word === undefined || slug.includes('.')) return undefined
  const tape = `${slug}.${word.toLowerCase()}`
  const renamed = movedSlug(ctx, tape, viewer)
  if (renamed !== undefined) return further === '' ? pagePath(renamed) : `/@${renamed}${further}`
  const world = further === '' ? undefined : worldBySlug(ctx, tape)
  return world && isVisible(ctx, world, viewer) ? `/@${tape}${further}` : undefined
}

/** Returns the page of the public tapes of an artist whose first one the viewer does not see. */
function toOtherTapes(ctx: Ctx, slug: string, rest: string): string | undefined {
  const former = artistByFormerHandle(ctx, slug)
  if (rest !== '' && (rest !== shelf || !former)) return undefined
  const artist = former ?? artistByHandle(ctx, slug)
  return artist && publicTapes(ctx, artist).length > 0 ? pagePath(artist.handle) + shelf : undefined
}

const shelf = '/tapes'
