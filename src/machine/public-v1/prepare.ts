import type { Ctx } from '../../context.ts'
import type { V1Bodies } from './body.ts'
import type { PublicCatalog } from './model.ts'
import type { ArtistReader, TrackRow } from './read-artist.ts'
import { toBodies } from './to-bodies.ts'

/** Returns both v1 bodies of an artist, or null when the artist is not public. */
export function prepareArtist(ctx: Ctx, reader: ArtistReader, handle: string): V1Bodies | null {
  const row = reader.artist(handle)
  if (row === null) return null
  const { displayName, bio, verified } = row
  const tracks = reader.tracks(row.cassetId).map(toPublicTrack)
  return toBodies(ctx, '/api/v1', { handle, displayName, bio, verified: verified === 1, tracks })
}

function toPublicTrack({ title, kind, durationSec }: TrackRow): PublicCatalog['tracks'][number] {
  const isValid = durationSec !== null && durationSec >= 0 && durationSec <= 86_400
  return { title, kind, durationSec: isValid ? durationSec : null }
}
