import type { Ctx } from '../context.ts'
import type { PreparedArtist } from './prepared.ts'
import type { ArtistReader } from './read-artist.ts'

const catalogPath = (handle: string) => `/api/v1/artists/${handle}/catalog`

/** Links are root-relative, and absolute where the site has an https address (contract 12). */
const link = (ctx: Ctx, path: string) => (ctx.site.isHttps ? ctx.site.origin + path : path)

const isDuration = (seconds: number | null): seconds is number => seconds !== null && seconds >= 0 && seconds <= 86_400

/** Makes both v1 bodies of an artist (spec 2.1, 2.2), or gives null when there is none to show. */
export function prepareArtist(ctx: Ctx, reader: ArtistReader, handle: string): PreparedArtist | null {
  const row = reader.artist(handle)
  if (row === null) return null
  const tracks = reader.tracks(row.cassetId).map(({ title, kind, durationSec }) => ({
    title,
    kind,
    durationSec: isDuration(durationSec) ? durationSec : null,
  }))
  const artist = {
    schema: 'svc.public-artist.v1',
    artist: { handle: row.handle, displayName: row.displayName, bio: row.bio, verified: row.verified === 1 },
    links: { profile: link(ctx, `/@${row.handle}`), catalog: link(ctx, catalogPath(row.handle)) },
  }
  const catalog = {
    schema: 'svc.public-catalog.v1',
    artist: { handle: row.handle, displayName: row.displayName },
    tracks,
    page: { count: tracks.length },
  }
  return { artistId: row.id, artist: JSON.stringify(artist), catalog: JSON.stringify(catalog) }
}
