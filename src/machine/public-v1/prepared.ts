import { sha256Hex } from '../../lib/hmac.ts'

/** A v1 body as it is sent, and its ETag. A blob is sent without being copied or encoded again. */
export type V1Body = { readonly body: Blob; readonly etag: string }

/** The two v1 bodies of an artist. */
export type V1Bodies = { readonly artist: V1Body; readonly catalog: V1Body }

/** The same with whose they are. */
export type PreparedArtist = V1Bodies & { readonly artistId: string }

/** Returns a value as a v1 body. */
export function toV1Body(value: object): V1Body {
  const text = JSON.stringify(value)
  return { body: new Blob([text]), etag: `"${sha256Hex(text)}"` }
}

/** A cache of v1 bodies by the path that is asked for; an artist's are dropped when the artist changes. */
export type PreparedArtists = {
  /** Returns the body at a path such as `/api/v1/artists/nova`. */
  get(path: string): V1Body | undefined
  put(handle: string, prepared: PreparedArtist): void
  /** Called by every verb that writes to an artist, its casset or its tracks. */
  drop(artistId: string): void
}

const maxBytes = 16_000_000

/** Where the reads are: the public ones, and those of the sandbox. */
export type V1Prefix = '/api/v1' | '/api/sandbox/v1'

/** The paths of an artist's two reads. */
export const artistPaths = (handle: string, prefix: V1Prefix = '/api/v1') => {
  const artist = `${prefix}/artists/${handle}`
  return { artist, catalog: `${artist}/catalog` }
}

const sizeOf = ({ artist, catalog }: V1Bodies) => artist.body.size + catalog.body.size

/** Creates an empty cache; the oldest entries are evicted above 16 MB. */
export function createPrepared(): PreparedArtists {
  const byPath = new Map<string, V1Body>()
  const byHandle = new Map<string, PreparedArtist>()
  const handleOf = new Map<string, string>()
  let held = 0
  const forget = (handle: string) => {
    const prepared = byHandle.get(handle)
    if (!prepared) return
    held -= sizeOf(prepared)
    handleOf.delete(prepared.artistId)
    byHandle.delete(handle)
    for (const path of Object.values(artistPaths(handle))) byPath.delete(path)
  }
  return {
    get: (path) => byPath.get(path),
    put(handle, prepared) {
      forget(handle)
      byHandle.set(handle, prepared)
      handleOf.set(prepared.artistId, handle)
      const paths = artistPaths(handle)
      byPath.set(paths.artist, prepared.artist)
      byPath.set(paths.catalog, prepared.catalog)
      held += sizeOf(prepared)
      for (const oldest of byHandle.keys()) {
        if (held <= maxBytes) break
        forget(oldest)
      }
    },
    drop(artistId) {
      const handle = handleOf.get(artistId)
      if (handle !== undefined) forget(handle)
    },
  }
}
