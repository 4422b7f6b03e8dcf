import { asc, count, eq, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { prepared } from '../../../db/prepared.ts'
import { playlists, playlistTracks } from '../../../db/schema/casset/playlist.ts'
import { cleanLine } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session.ts'

const mostPlaylists = 100

const { placeholder } = sql

const byId = prepared((db) =>
  db
    .select()
    .from(playlists)
    .where(eq(playlists.id, placeholder('id'))),
)

/** Returns a playlist of the caller. Throws NOT_FOUND when absent, FORBIDDEN when another's. */
export function ownPlaylist({ db }: Ctx, { userId }: Pick<Viewer, 'userId'>, id: string) {
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
    .where(eq(playlists.userId, placeholder('userId')))
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
    const own = ctx.db.select({ count: count() }).from(playlists).where(eq(playlists.userId, userId)).get()
    if ((own?.count ?? 0) >= mostPlaylists) {
      throw new AppError('BAD_STATE', say('You can have {mostPlaylists} playlists at most.', { mostPlaylists }), {
        hint: say('Delete one first.'),
      })
    }
    ctx.db
      .insert(playlists)
      .values({ ...made, userId, createdAt: ctx.now() })
      .run()
  })
  return { ...made, tracks: 0 }
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

/** Deletes a playlist of the caller, and no track. Throws as `ownPlaylist` does. */
export function deletePlaylist(ctx: Ctx, viewer: Viewer, id: string): void {
  ownPlaylist(ctx, viewer, id)
  ctx.db.delete(playlists).where(eq(playlists.id, id)).run()
}
