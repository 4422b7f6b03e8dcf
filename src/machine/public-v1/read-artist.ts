import type { Ctx } from '../../context.ts'

type ArtistRow = {
  displayName: string
  bio: string | null
  verified: number
  cassetId: string
}
/** The columns of a track that v1 reads. */
export type TrackRow = { title: string; kind: 'ORIGINAL' | 'GENERATION'; durationSec: number | null }

/** The queries of v1, with statements prepared once. */
export type ArtistReader = {
  /**
   * Returns an artist whose casset is published and public, else null: unknown, private and unpublished are the same.
   */
  artist(handle: string): ArtistRow | null
  /** Returns the first 500 ready, active tracks by position (rule 8.2). */
  tracks(cassetId: string): TrackRow[]
}

/** Prepares the two statements. */
export function createArtistReader({ db }: Ctx): ArtistReader {
  const artist = db.$client.query<ArtistRow, [string]>(
    `SELECT display_name AS displayName, bio, verified, cassets.id AS cassetId
     FROM artists JOIN cassets ON cassets.artist_id = artists.id AND cassets.slug IS NULL
     WHERE handle = ? AND published = 1 AND privacy = 'public'`,
  )
  const tracks = db.$client.query<TrackRow, [string]>(
    `SELECT title, kind, duration_sec AS durationSec FROM tracks
     WHERE casset_id = ? AND active = 1 AND status = 'READY' ORDER BY position, id LIMIT 500`,
  )
  return { artist: (handle) => artist.get(handle), tracks: (cassetId) => tracks.all(cassetId) }
}
