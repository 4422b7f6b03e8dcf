import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { Ctx } from '../context.ts'
import { sha256Hex } from '../lib/hmac.ts'
import { PublicArtist, PublicCatalog } from './model.ts'
import { artistPaths, type PreparedArtist, type PreparedBody } from './prepared.ts'
import type { ArtistReader, TrackRow } from './read-artist.ts'

const isArtist = TypeCompiler.Compile(PublicArtist)
const isCatalog = TypeCompiler.Compile(PublicCatalog)

/**
 * Returns both v1 bodies of an artist (rules 8.1, 8.2), or null when the artist is not public. Each is validated
 * against its schema: throws rather than answer with something that strict clients reject.
 */
export function prepareArtist(ctx: Ctx, reader: ArtistReader, handle: string): PreparedArtist | null {
  const row = reader.artist(handle)
  if (row === null) return null
  const { id: artistId, displayName, bio, verified } = row
  const artist: PublicArtist = {
    schema: 'svc.public-artist.v1',
    artist: { handle, displayName, bio, verified: verified === 1 },
    links: { profile: link(ctx, `/@${handle}`), catalog: link(ctx, artistPaths(handle).catalog) },
  }
  const tracks = reader.tracks(row.cassetId).map(toPublicTrack)
  const catalog: PublicCatalog = {
    schema: 'svc.public-catalog.v1',
    artist: { handle, displayName },
    tracks,
    page: { count: tracks.length },
  }
  if (!isArtist.Check(artist) || !isCatalog.Check(catalog))
    throw new Error('The public answers do not fit their schema.')
  return { artistId, artist: toBody(artist), catalog: toBody(catalog) }
}

function toBody(answer: PublicArtist | PublicCatalog): PreparedBody {
  const text = JSON.stringify(answer)
  return { text, etag: `"${sha256Hex(text)}"` }
}

/** Links are root-relative, and absolute where the site has an https address (rule 8.5). */
const link = (ctx: Ctx, path: string) => (ctx.site.isHttps ? ctx.site.origin + path : path)

function toPublicTrack({ title, kind, durationSec }: TrackRow): PublicCatalog['tracks'][number] {
  const isValid = durationSec !== null && durationSec >= 0 && durationSec <= 86_400
  return { title, kind, durationSec: isValid ? durationSec : null }
}
