import type { Ctx } from '../../context.ts'
import type { V1Bodies } from './body.ts'
import type { PublicCatalog } from './model.ts'
import { publicArtist, publicTracks } from './read-artist.ts'
import { toBodies } from './to-bodies.ts'

/** Returns both v1 bodies of an artist, or null when the artist is not public. */
export function prepareArtist(ctx: Ctx, handle: string): V1Bodies | null {
  const row = publicArtist(ctx, handle)
  if (!row) return null
  const { displayName, bio, verified } = row
  const tracks = publicTracks(ctx, row.artistId).map(toPublicTrack)
  return toBodies(ctx, '/api/v1', { handle, displayName, bio, verified, tracks })
}

type TrackRow = ReturnType<typeof publicTracks>[number]

function toPublicTrack({ title, kind, durationSec }: TrackRow): PublicCatalog['tracks'][number] {
  const isValid = durationSec !== null && durationSec >= 0 && durationSec <= 86_400
  return { title, kind, durationSec: isValid ? durationSec : null }
}
