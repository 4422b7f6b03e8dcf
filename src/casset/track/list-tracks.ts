import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { whereHeldSince, whereReady, whereShown } from '../access/held-track.ts'
import type { ListedTrack, OwnListedTrack } from './to-track.ts'

/** The most bytes of lyrics in one list of tracks; longer ones are fetched track by track. */
const carriedBytes = 262_144

// Waveforms are 500 numbers of JSON, and tags may hold lyrics: a list need not parse them.
const { waveform: _waveform, peaks: _peaks, lyrics: _lyrics, fileTags: _fileTags, ...columns } = getTableColumns(tracks)

const listed = { ...columns, lyricsBytes: sql<number>`coalesce(octet_length(${tracks.lyrics}), 0)` }
const withoutLyrics = sql`json_replace(${tracks.fileTags}, '$.lyrics', '', '$.reading.other.text.lyrics', '')`.mapWith(
  tracks.fileTags,
)

const selectTracks = <More extends Record<string, SQL>>(db: Db, which: SQL | undefined, more: More) =>
  db
    .select({ ...listed, ...more })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), which))
    .orderBy(asc(tracks.position), asc(tracks.id))
const shown = prepared((db) => selectTracks(db, whereShown, {}))
const held = prepared((db) => selectTracks(db, whereHeldSince(sql.placeholder('purchasedAt')), {}))
const unwithdrawn = prepared((db) => selectTracks(db, isNull(tracks.withdrawnAt), { fileTags: withoutLyrics }))

export const shownTracks = (ctx: Ctx, cassetId: string) => withLyrics(ctx, shown(ctx.db).all({ cassetId }))

const closed = prepared((db) =>
  db
    .select({ title: tracks.title, durationSec: tracks.durationSec, position: tracks.position })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), whereReady, eq(tracks.closed, true)))
    .orderBy(asc(tracks.position), asc(tracks.id)),
)

/** Returns what everybody sees of the tracks that a preorder has not opened yet, in order. */
export const closedTracks = ({ db }: Ctx, cassetId: string) => closed(db).all({ cassetId })

export const ownTracks = (ctx: Ctx, cassetId: string): OwnListedTrack[] =>
  withLyrics(ctx, unwithdrawn(ctx.db).all({ cassetId }))

export const heldTracks = (ctx: Ctx, cassetId: string, purchasedAt: number) =>
  withLyrics(ctx, held(ctx.db).all({ cassetId, purchasedAt }))

type Row = Omit<ListedTrack, 'lyrics' | 'isLeftOut'> & { lyricsBytes: number }

/** Lyrics too long for one answer are left out and marked so. */
function withLyrics<OfRow extends Row>(ctx: Ctx, rows: OfRow[]) {
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

const lyricsById = prepared((db) =>
  db
    .select({ id: tracks.id, lyrics: tracks.lyrics })
    .from(tracks)
    .where(isAmong(tracks.id, sql.placeholder('ids'))),
)

function readLyrics(ctx: Ctx, ids: string[]): Map<string, string | null> {
  if (ids.length === 0) return new Map()
  const rows = lyricsById(ctx.db).all({ ids: JSON.stringify(ids) })
  return new Map(rows.map(({ id, lyrics }) => [id, lyrics]))
}
