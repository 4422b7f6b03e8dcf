import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { hooks } from '../../../db/schema/casset/hook.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { whereShown } from '../../casset/access/held-track.ts'
import { isOwner } from '../../casset/access/visible-casset.ts'
import { visibleHook } from '../../casset/hook/visible-hook.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { StudioSubmissions, Submissions } from './model.ts'
import { readAsArtist, readSubmissions } from './read-submissions.ts'

const { placeholder } = sql
const { id, hookId, cassetId, userId, status, takenDown } = submissions
const most = placeholder('most')
const isBefore = lt(id, placeholder('before'))
const isOfHook = eq(hookId, placeholder('hookId'))

/** The ids of the newest submissions that meet a condition, by an index in that order. */
const newest = (db: Db, which: SQL | undefined) =>
  db.select({ id }).from(submissions).where(which).orderBy(desc(id)).limit(most)

// A clip that the site took down is listed for its maker only.
const ofHook = prepared((db) => newest(db, and(isOfHook, isBefore, isNull(takenDown))))

const each = alias(submissions, 'each_one')

// By the artist's cassets: their own, and co-cassets that they created.
const ofArtist = prepared((db) => {
  const ofCasset = newest(
    db,
    and(eq(cassetId, cassets.id), eq(status, placeholder('status')), isBefore, isNull(takenDown)),
  )
  return db
    .select({ id: each.id })
    .from(cassets)
    .innerJoin(each, inArray(each.id, ofCasset))
    .where(eq(cassets.artistId, placeholder('artistId')))
    .orderBy(desc(each.id))
    .limit(most)
})

// Each part is read from an index of its own, and only one page of it.
const acceptedAndOwn = prepared((db) => {
  const accepted = newest(db, and(isOfHook, eq(status, 'ACCEPTED'), isBefore)).as('accepted')
  const own = newest(db, and(eq(userId, placeholder('userId')), isOfHook, isBefore)).as('own')
  return union(db.select({ id: accepted.id }).from(accepted), db.select({ id: own.id }).from(own))
    .orderBy(desc(id))
    .limit(most)
})

/** A casset's newest accepted submissions, and whether everybody sees their tracks. */
const newestOfCasset = prepared((db) => {
  const isAccepted = and(eq(cassetId, placeholder('cassetId')), eq(status, 'ACCEPTED'))
  const accepted = db
    .select({ id, hookId })
    .from(submissions)
    .where(isAccepted)
    .orderBy(desc(id))
    .limit(most)
    .as('accepted')
  return db
    .select({ id: accepted.id, isShown: sql`${whereShown}`.mapWith(Boolean) })
    .from(accepted)
    .innerJoin(hooks, eq(hooks.id, accepted.hookId))
    .innerJoin(tracks, eq(tracks.id, hooks.trackId))
    .orderBy(desc(accepted.id))
})

// By its tracks, of which a casset has at most 500: submissions to hidden tracks or other cassets
// are not scanned.
const ofEachTrack = (db: Db, which: SQL, whereTrack: SQL | undefined) =>
  db
    .select({ id: each.id })
    .from(tracks)
    .innerJoin(each, inArray(each.id, newest(db, and(eq(hookId, tracks.hookId), which))))
    .where(and(eq(tracks.cassetId, placeholder('cassetId')), whereTrack))
    .orderBy(desc(each.id))
    .limit(most)
const shownOfCasset = prepared((db) => ofEachTrack(db, eq(status, 'ACCEPTED'), whereShown))
const ownOfCasset = prepared((db) => ofEachTrack(db, eq(userId, placeholder('userId')), undefined))

/** This many of the newest clips are mostly enough to find those to show. */
const lookedAt = 100

// Sorts after every id.
const afterAll = '~'

/**
 * Returns a hook's submissions, newest first: accepted ones and the viewer's own; all of them for
 * the hook's artist. Throws NOT_FOUND when the hook is absent or hidden from the viewer.
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
  const userId = viewer?.userId ?? null
  const isArtist = userId !== null && isOwner(world, viewer)
  const rows = isArtist
    ? ofHook(ctx.db).all({ hookId, ...span })
    : acceptedAndOwn(ctx.db).all({ hookId, userId, ...span })
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
  const rows = ofArtist(ctx.db).all({ artistId, status, before: cursor, most: limit + 1 })
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  const ids = page.map(({ id }) => id)
  return { submissions: readAsArtist(ctx, ids, userId), nextCursor }
}

/** Returns the newest accepted clips of a casset's shown tracks. */
export function shownClips(ctx: Ctx, cassetId: string, userId: string | null, most: number) {
  return readSubmissions(ctx, shownIds(ctx, cassetId, most), userId)
}

function shownIds({ db }: Ctx, cassetId: string, most: number): string[] {
  const newest = newestOfCasset(db).all({ cassetId, most: Math.max(lookedAt, most) })
  const shown = newest.filter((each) => each.isShown).map(({ id }) => id)
  if (newest.length < lookedAt || shown.length >= most) return shown.slice(0, most)
  return shownOfCasset(db)
    .all({ cassetId, most })
    .map(({ id }) => id)
}

/** Returns the newest clips that a user made of a casset's hooks, accepted or not. */
export function ownClips(ctx: Ctx, cassetId: string, userId: string, most: number) {
  const ids = ownOfCasset(ctx.db)
    .all({ cassetId, userId, most })
    .map(({ id }) => id)
  return readSubmissions(ctx, ids, userId)
}
