import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { inBatches } from '../../../db/in-batches.ts'
import { prepared, rowsBy } from '../../../db/prepared.ts'
import { playlists, playlistTracks } from '../../../db/schema/casset/playlist.ts'
import { cleanLine } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

const mostPlaylists = 100

const { placeholder } = sql

const byId = rowsBy(playlists, 'id')

/** Throws NOT_FOUND when absent or deleted, FORBIDDEN when another's. */
export function ownPlaylist(ctx: Ctx, viewer: Pick<Viewer, 'userId'>, id: string) {
  const playlist = ownOrDeleted(ctx, viewer, id)
  if (playlist.deletedAt !== null) throw notFound('playlist')
  return playlist
}

function ownOrDeleted({ db }: Ctx, { userId }: Pick<Viewer, 'userId'>, id: string) {
  const playlist = byId(db).get({ id })
  if (!playlist) throw notFound('playlist')
  if (playlist.userId !== userId) throw new AppError('FORBIDDEN', say('This playlist belongs to somebody else.'))
  return playlist
}

const listed = prepared((db) => {
  const tracks = db.$count(playlistTracks, eq(playlistTracks.playlistId, playlists.id))
  return db
    .select({ id: playlists.id, name: playlists.name, tracks })
    .from(playlists)
    .where(and(eq(playlists.userId, placeholder('userId')), isNull(playlists.deletedAt)))
    .orderBy(asc(playlists.id))
})

/** Returns the caller's playlists, the oldest first. There are 100 at most. */
export const listPlaylists = ({ db }: Ctx, { userId }: Pick<Viewer, 'userId'>) => listed(db).all({ userId })

function nameOf(text: string): string {
  const name = cleanLine(text)
  if (name === '') throw invalid('name', say('Give the playlist a name.'))
  return name
}

/** Makes an empty playlist. Throws BAD_STATE when the caller has 100. */
export function makePlaylist(ctx: Ctx, { userId }: Pick<Viewer, 'userId'>, text: string) {
  const made = { id: ctx.uuid(), name: nameOf(text) }
  inTransaction(ctx.db, () => {
    refuseMore(ctx, userId)
    ctx.db
      .insert(playlists)
      .values({ ...made, userId, createdAt: ctx.now() })
      .run()
  })
  return { ...made, tracks: 0 }
}

/** Throws BAD_STATE when somebody has 100 playlists. */
function refuseMore({ db }: Ctx, userId: string): void {
  const isOwn = and(eq(playlists.userId, userId), isNull(playlists.deletedAt))
  const own = db.select({ count: count() }).from(playlists).where(isOwn).get()
  if ((own?.count ?? 0) < mostPlaylists) return
  throw new AppError('BAD_STATE', say('You can have {mostPlaylists} playlists at most.', { mostPlaylists }), {
    hint: say('Delete one first.'),
  })
}

/** Renames a playlist of the caller. Throws as `ownPlaylist` does. */
export function renamePlaylist(ctx: Ctx, viewer: Viewer, id: string, text: string): void {
  ownPlaylist(ctx, viewer, id)
  ctx.db
    .update(playlists)
    .set({ name: nameOf(text) })
    .where(eq(playlists.id, id))
    .run()
}

/**
 * Deletes a playlist of the caller, and no track; for a day it can be restored, while it is among
 * the last 100 that they deleted. Throws as `ownPlaylist` does.
 */
export function deletePlaylist(ctx: Ctx, viewer: Viewer, id: string): void {
  inTransaction(ctx.db, () => {
    ownPlaylist(ctx, viewer, id)
    ctx.db.update(playlists).set({ deletedAt: ctx.now() }).where(eq(playlists.id, id)).run()
    eraseOlder(ctx, viewer.userId)
  })
}

/** Erases the deleted playlist of somebody that follows on the last 100. */
function eraseOlder({ db }: Ctx, userId: string): void {
  const older = db
    .select({ id: playlists.id })
    .from(playlists)
    .where(and(eq(playlists.userId, userId), isNotNull(playlists.deletedAt)))
    .orderBy(desc(playlists.deletedAt), desc(playlists.id))
    .limit(1)
    .offset(mostPlaylists)
  db.delete(playlists).where(inArray(playlists.id, older)).run()
}

/**
 * Restores a playlist that the caller deleted, as it was; one that is there stays so. Throws
 * NOT_FOUND once it is gone, FORBIDDEN when it is another's, BAD_STATE when they have 100 others.
 */
export function restorePlaylist(ctx: Ctx, viewer: Viewer, id: string): void {
  inTransaction(ctx.db, () => {
    if (ownOrDeleted(ctx, viewer, id).deletedAt === null) return
    refuseMore(ctx, viewer.userId)
    ctx.db.update(playlists).set({ deletedAt: null }).where(eq(playlists.id, id)).run()
  })
}

const keptMs = dayMs
// Up to 500 tracks go with each.
const prunedAtOnce = 5

/** Erases playlists that were deleted more than a day ago. */
export function prunePlaylists({ db, jointly, now }: Ctx): Promise<void> {
  const isOld = lt(playlists.deletedAt, now() - keptMs)
  const some = db.select({ id: playlists.id }).from(playlists).where(isOld).limit(prunedAtOnce)
  return inBatches(jointly, db.delete(playlists).where(inArray(playlists.id, some)).returning({ id: playlists.id }))
}
