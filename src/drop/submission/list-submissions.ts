import { isOwner } from '../../casset/access/visible-casset.ts'
import { visibleHook } from '../../casset/hook/visible-hook.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session.ts'
import type { StudioSubmissions, Submissions } from './model.ts'
import { readAsArtist, readSubmissions } from './read-submissions.ts'

type Span = { before: string; most: number }

const newestFirst = 'AND id < $before ORDER BY id DESC LIMIT $most'
const ofHook = `SELECT id FROM submissions WHERE hook_id = $hookId ${newestFirst}`
// By the artist's cassets: their own, and those that they made with others.
const ofArtist = `
  SELECT s.id FROM cassets c JOIN submissions s ON s.id IN (
    SELECT id FROM submissions WHERE casset_id = c.id AND status = $status ${newestFirst})
  WHERE c.artist_id = $artistId ORDER BY s.id DESC LIMIT $most`

// Each part is read from an index of its own, and no further than a page.
const acceptedAndOwn = `
  SELECT id FROM (SELECT id FROM submissions WHERE hook_id = $hookId AND status = 'ACCEPTED' ${newestFirst})
  UNION SELECT id FROM (SELECT id FROM submissions WHERE user_id = $userId AND hook_id = $hookId ${newestFirst})
  ORDER BY id DESC LIMIT $most`

const isShown = "t.active AND t.status = 'READY'"

/** The newest accepted ones of a casset, and whether they are of tracks that everybody sees. */
const newestOfCasset = `
  SELECT s.id, ${isShown} AS isShown
  FROM (SELECT id, hook_id FROM submissions WHERE casset_id = $cassetId AND status = 'ACCEPTED' ORDER BY id DESC LIMIT $most) s
  JOIN hooks h ON h.id = s.hook_id JOIN tracks t ON t.id = h.track_id ORDER BY s.id DESC`

// By its tracks, of which a casset has at most 500: what hidden tracks or other cassets have is not looked through.
const ofEachTrack = (which: string, whereTrack: string) => `
  SELECT s.id FROM tracks t JOIN submissions s ON s.id IN (
    SELECT id FROM submissions WHERE hook_id = t.hook_id AND ${which} ORDER BY id DESC LIMIT $most)
  WHERE t.casset_id = $cassetId AND ${whereTrack} ORDER BY s.id DESC LIMIT $most`
const shownOfCasset = ofEachTrack("status = 'ACCEPTED'", isShown)
const ownOfCasset = ofEachTrack('user_id = $userId', 'TRUE')

/** So many of the newest clips are mostly enough to find those to show. */
const lookedAt = 100

// Sorts after every id.
const afterAll = '~'

/**
 * Returns a hook's submissions, newest first: the accepted ones and the viewer's own; to the hook's artist all. Throws
 * NOT_FOUND when the hook is absent or hidden from the viewer.
 */
export function listSubmissions(
  ctx: Ctx,
  hookId: string,
  viewer: Viewer | null,
  limit: number,
  cursor = afterAll,
): Submissions {
  const { world } = visibleHook(ctx, hookId, viewer)
  const span = { before: cursor, most: limit + 1 }
  const { $client } = ctx.db
  const userId = viewer?.userId ?? null
  const isArtist = userId !== null && isOwner(world, viewer)
  const rows = isArtist
    ? $client.query<{ id: string }, Span & { hookId: string }>(ofHook).all({ hookId, ...span })
    : $client
        .query<{ id: string }, Span & { hookId: string; userId: string | null }>(acceptedAndOwn)
        .all({ hookId, userId, ...span })
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  const ids = page.map(({ id }) => id)
  if (!isArtist) return { submissions: readSubmissions(ctx, ids, userId), nextCursor }
  return { submissions: readAsArtist(ctx, ids, userId).map(({ track: _, ...submission }) => submission), nextCursor }
}

/** Returns the submissions of one status to the caller's cassets, newest first. */
export function listForArtist(
  ctx: Ctx,
  { userId, artistId }: Viewer,
  status: Submissions['submissions'][number]['status'],
  limit: number,
  cursor = afterAll,
): StudioSubmissions {
  const { $client } = ctx.db
  const rows = $client
    .query<{ id: string }, Span & { artistId: string; status: string }>(ofArtist)
    .all({ artistId, status, before: cursor, most: limit + 1 })
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  const ids = page.map(({ id }) => id)
  return { submissions: readAsArtist(ctx, ids, userId), nextCursor }
}

/** Returns the newest accepted clips of a casset's shown tracks. */
export function shownClips(ctx: Ctx, cassetId: string, userId: string | null, most: number) {
  return readSubmissions(ctx, shownIds(ctx, cassetId, most), userId)
}

function shownIds({ db: { $client } }: Ctx, cassetId: string, most: number): string[] {
  type Which = { cassetId: string; most: number }
  const newest = $client
    .query<{ id: string; isShown: 0 | 1 }, Which>(newestOfCasset)
    .all({ cassetId, most: Math.max(lookedAt, most) })
  const shown = newest.filter((each) => each.isShown === 1).map(({ id }) => id)
  if (newest.length < lookedAt || shown.length >= most) return shown.slice(0, most)
  return $client
    .query<{ id: string }, Which>(shownOfCasset)
    .all({ cassetId, most })
    .map(({ id }) => id)
}

/** Returns the newest clips that a user made of a casset's hooks, whatever its artist said of them. */
export function ownClips(ctx: Ctx, cassetId: string, userId: string, most: number) {
  const query = ctx.db.$client.query<{ id: string }, { cassetId: string; userId: string; most: number }>(ownOfCasset)
  const ids = query.all({ cassetId, userId, most }).map(({ id }) => id)
  return readSubmissions(ctx, ids, userId)
}
