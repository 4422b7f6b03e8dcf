import { asc, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { tracks } from '../../db/schema/audio.ts'
import type { Ctx } from '../context.ts'
import type { ListedTrack } from './to-track.ts'

/** Most bytes of lyrics in one list of tracks; longer ones are fetched track by track. */
const carriedBytes = 262_144

// Waveforms are five hundred numbers of JSON, which a list need not parse.
const { waveform: _waveform, peaks: _peaks, lyrics: _lyrics, ...columns } = getTableColumns(tracks)

/** Returns tracks in order. If their lyrics are too long for one answer, some are omitted and marked as omitted. */
export function listTracks(ctx: Ctx, which: SQL | undefined): ListedTrack[] {
  const rows = ctx.db
    .select({ ...columns, lyricsBytes: sql<number>`coalesce(octet_length(${tracks.lyrics}), 0)` })
    .from(tracks)
    .where(which)
    .orderBy(asc(tracks.position), asc(tracks.id))
    .all()
  let left = carriedBytes
  const carried = rows.filter(({ lyricsBytes }) => {
    if (lyricsBytes === 0 || lyricsBytes > left) return false
    left -= lyricsBytes
    return true
  })
  const lyricsOf = readLyrics(
    ctx,
    carried.map(({ id }) => id),
  )
  return rows.map(({ lyricsBytes, ...row }) => {
    const lyrics = lyricsOf.get(row.id) ?? null
    return { ...row, lyrics, isLeftOut: lyricsBytes > 0 && lyrics === null }
  })
}

function readLyrics(ctx: Ctx, ids: string[]): Map<string, string | null> {
  if (ids.length === 0) return new Map()
  const rows = ctx.db.select({ id: tracks.id, lyrics: tracks.lyrics }).from(tracks).where(inArray(tracks.id, ids)).all()
  return new Map(rows.map(({ id, lyrics }) => [id, lyrics]))
}
